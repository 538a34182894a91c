"""Walk through the model: one chapter for each step of a sentence, in order."""
