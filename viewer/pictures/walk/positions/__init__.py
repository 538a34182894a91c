"""Positions of tokens: the encodings, and the meaning of order to the encoder."""
