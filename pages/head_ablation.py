"""Remove a head: every head of the model changed in turn, and more and more of them removed."""

from viewer.app.page import Page, Picture, run_app
from viewer.app.state import MISSED
from viewer.pictures.what_if.head_ablation.asked import heads_of, take_change

PAGE = Page(
    address="head_ablation",
    title="Remove a head",
    group="What if",
    in_order=True,
    look="The model looks at words with many heads at once. Take one out: how much does the translation need it?",
    story=(
        "Take one head out of the model and translate again: which words change, and how much worse does the model "
        "get? Each cell is one head: choose one for both translations."
    ),
    opening=MISSED,
    waiting="its translations without each head appear here.",
    parts=(Picture("what_if/head_ablation/heads.js", heads_of, key="what_if_heads", answers={"change": take_change}),),
)

if __name__ == "__main__":
    run_app()
