"""A table watched over time: frames become one steady table, and what happens on it."""
