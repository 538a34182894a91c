"""Queries, keys and values, and the matrices that make them."""
