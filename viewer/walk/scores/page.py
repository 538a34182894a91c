"""Scores and masks: one query in six steps, the whole matrix, both masks, and what goes wrong without them."""

from viewer.walk.frame.walk import walk
from viewer.walk.scores.stage import stage

walk("scores", stage)
