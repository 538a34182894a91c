"""Scores and masks: one query in six steps, the whole matrix, and both masks."""

from viewer.app.page import InApp, Page, Picture, run_app
from viewer.frame.activations import of_attentions
from viewer.frame.walk import chapter, draw_doors
from viewer.pictures.walk.scores.padding import measured
from viewer.pictures.walk.scores.snippets import SNIPPETS

PAGE = Page(
    address="scores",
    title="Scores and masks",
    short="Scores",
    group="Walk through",
    in_order=True,
    look="A word compares what it’s looking for with every word that it may see, and takes most from the best match.",
    story=(
        "A query is compared with every key. The scaled scores become weights that add up to 1, and these weights "
        "mix the values. A mask sets hidden scores to −∞ before the softmax, so their weight is exactly zero."
    ),
    waiting="the model’s numbers appear here.",
    parts=(
        Picture(
            "walk/scores/scores.js",
            chapter(SNIPPETS, measured=measured),
            needs=of_attentions("query", "key", "value"),
            key="walk_scores",
        ),
        InApp(draw_doors),
    ),
)

if __name__ == "__main__":
    run_app()
