"""The walk through the forward pass: seven chapters that share one sentence, one focus and one frame."""
