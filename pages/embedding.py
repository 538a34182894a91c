"""Embedding: from the text to pieces, ids and rows of the table; the table as a space."""

from viewer.app.page import InApp, Page, Picture, run_app
from viewer.frame.walk import chapter, draw_doors
from viewer.pictures.walk.embedding.measured import measured
from viewer.pictures.walk.embedding.snippets import SNIPPETS
from viewer.pictures.walk.embedding.table import modules, table_constants

PAGE = Page(
    address="embedding",
    title="Embedding",
    group="Walk through",
    in_order=True,
    look=(
        "A sentence is cut into tokens, words or pieces of words. Each becomes a vector; tokens used alike can end up "
        "close."
    ),
    story=(
        "Your sentence is cut into pieces from a fixed list, the vocabulary, and each piece looks up its row in a "
        "table learned in training. From here on a piece is this row of numbers, a vector. Pieces used in "
        "similar ways can end up with similar vectors."
    ),
    waiting="the model’s numbers appear here.",
    parts=(
        Picture(
            "walk/embedding/embedding.js",
            chapter(SNIPPETS, measured=measured, modules=modules, constants=table_constants),
            needs=("encoder.embedding", "decoder.embedding"),
            key="walk_embedding",
        ),
        InApp(draw_doors),
    ),
)

if __name__ == "__main__":
    run_app()
