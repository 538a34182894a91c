"""For teachers: `plan`, a lesson of 90 minutes whose every part opens the right page, sentence and focus."""
