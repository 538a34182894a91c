"""Greedy decoding and beam search: the search as a tree, and how the two differ."""
