"""The frame of a chapter: map, focus, tokens, equation, code."""
