"""Training: live, recorded, and what is known of a trained model."""
