"""Queries, keys, values: three matrices for each head, and three ways to say how similar two tokens are."""

from viewer.walk.frame.walk import walk
from viewer.walk.projections.stage import stage

walk("projections", stage)
