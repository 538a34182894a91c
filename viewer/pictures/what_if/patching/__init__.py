"""Patching: one activation is copied from one sentence's run into another's, at every place and position."""
