"""What if: change the model, or ask what a token depends on."""
