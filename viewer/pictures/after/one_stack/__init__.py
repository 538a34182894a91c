"""One stack: its square of attention, what it scores, how it writes on, and what its cache holds."""
