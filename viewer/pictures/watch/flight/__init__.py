"""The front page's picture: one sheet of glass, from the whole model at work to a single number."""
