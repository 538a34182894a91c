"""One step: a copy of the model learns one pair."""
