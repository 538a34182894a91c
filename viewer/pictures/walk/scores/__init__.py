"""From scores to weights: masks, padding, and attention computed otherwise."""
