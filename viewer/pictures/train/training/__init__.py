"""A training that you watch."""
