"""Decoder and output: from the last vector to the next token, all positions at once and one by one."""

from functools import partial

from viewer.walk.frame.walk import walk
from viewer.walk.output.stage import stage

walk("output", stage, partial(stage, deep=False))
