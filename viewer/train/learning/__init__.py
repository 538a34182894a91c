"""Learning and cost: a recorded run, runs at several learning rates, what a Transformer costs."""
