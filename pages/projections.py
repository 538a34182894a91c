"""Queries, keys, values: three matrices for each head, and three ways to say how similar two tokens are."""

from viewer.app.page import InApp, Page, Picture, run_app
from viewer.frame.activations import attention_modules, of_attentions
from viewer.frame.walk import chapter, draw_doors
from viewer.pictures.walk.projections.snippets import SNIPPETS

PAGE = Page(
    address="projections",
    title="Queries, keys, values",
    short="Q, K, V",
    group="Walk through",
    in_order=True,
    look="Every word asks a question, and takes something from every word: most from the one that answers best.",
    story=(
        "Three matrices turn each vector into a query (what it looks for), a key (what it can be found by) and a "
        "value (what it hands over). Every head has its own matrices, so each can look for something different."
    ),
    waiting="the model’s numbers appear here.",
    parts=(
        Picture(
            "walk/projections/projections.js",
            chapter(SNIPPETS, modules=attention_modules()),
            needs=(*of_attentions("input", "query", "key", "value"), "encoder.output"),
            key="walk_projections",
        ),
        InApp(draw_doors),
    ),
)

if __name__ == "__main__":
    run_app()
