"""Readings compared with labels: what was found, what was right, and whether confidence is true."""
