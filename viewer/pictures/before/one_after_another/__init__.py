"""Word by word: what has to wait for what, and what that costs."""
