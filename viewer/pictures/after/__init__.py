"""After the Transformer: one stack in place of two."""
