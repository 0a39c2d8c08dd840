"""Training of the three networks from rendered tables."""
