"""The bottleneck: a whole sentence in one vector, and what becomes of it."""
