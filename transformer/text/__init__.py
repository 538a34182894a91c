"""Text: cleaned, cut into tokens, spelled again, and judged by how well the vocabulary knows it."""
