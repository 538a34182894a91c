"""Pages about training: a live run, a recorded one, learning rates, and what a Transformer costs."""
