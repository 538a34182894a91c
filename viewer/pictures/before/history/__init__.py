"""A line of history."""
