"""Where a token stands: the encodings, and what order means to the encoder."""
