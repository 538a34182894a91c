"""Positional encoding: the sines that are added to the embeddings, and what becomes of order without them."""

from viewer.walk.frame.walk import walk
from viewer.walk.positions.stage import stage

walk("positions", stage)
