"""Embedding: from the text to pieces, ids and rows of the table; the table as a space."""

from viewer.walk.embedding.stage import stage
from viewer.walk.frame.walk import walk

walk("embedding", stage)
