"""Laboratory: the model next to an edited copy of itself."""
