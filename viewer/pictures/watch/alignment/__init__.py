"""Alignment: which source word each word of the translation comes from."""
