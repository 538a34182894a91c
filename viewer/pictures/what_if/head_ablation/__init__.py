"""Remove a head: a sentence and held-out sets with one head changed, and with more and more heads removed."""
