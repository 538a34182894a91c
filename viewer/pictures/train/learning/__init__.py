"""Learning: a recorded run, and runs with several learning rates."""
