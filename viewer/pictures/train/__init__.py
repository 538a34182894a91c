"""Training: live, recorded, and what is known about a trained model."""
