"""The stream of vectors, its norms, and the neurons that write into it."""
