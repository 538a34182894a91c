"""Learning and cost: a recorded run, runs with several learning rates, and what a Transformer costs."""
