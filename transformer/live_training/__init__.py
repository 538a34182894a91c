"""Training for visitors: a run of a few minutes in a process of its own, watched from a page."""
