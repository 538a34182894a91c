"""A finding of a page, and its effect over many sentences."""
