"""Exercises for one sentence: their answers are computed from the model, not written down."""
