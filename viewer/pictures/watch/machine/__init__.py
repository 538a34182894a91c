"""The front page's picture: the whole model at work on one sentence."""
