"""Patching: one activation of a sentence's run is put into another's, at every place and position."""
