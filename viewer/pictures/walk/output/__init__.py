"""From the last vector to the next token."""
