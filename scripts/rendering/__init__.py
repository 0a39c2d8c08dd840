"""Draws cards and things that are no cards, for training on pictures whose truth is known."""
