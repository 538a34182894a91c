"""Model card: sizes, data, scores."""
