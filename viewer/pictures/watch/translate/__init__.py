"""The Translate page: two searches side by side, and how far to trust them."""
