"""One after another: what has to wait for what, and what that costs."""
