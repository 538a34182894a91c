"""Residual, norm, feed-forward: what each sublayer adds to the stream, how LayerNorm scales it, which neurons speak."""

from viewer.walk.frame.walk import walk
from viewer.walk.residual.stage import stage

walk("residual", stage)
