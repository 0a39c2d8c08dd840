"""Measures how well a watched table is known, against the truth."""
