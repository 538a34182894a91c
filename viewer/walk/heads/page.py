"""Attention heads: all layers and heads at a glance, one large, its lines, its role, and all of them joined."""

from viewer.walk.frame.walk import walk
from viewer.walk.heads.stage import stage

walk("heads", stage)
