"""The shell around every page: address, models, caches, the sentence field, what visitors pin."""
