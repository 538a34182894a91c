"""The shell around every page: address, models, caches and the sentence field."""
