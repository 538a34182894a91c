"""Token by token: a player over the steps of a decoding, from which you can take other branches."""

from viewer.app.page import UNDERSTAND, InApp, Page, Picture, run_app
from viewer.pictures.watch.steps import path
from viewer.pictures.watch.steps.controls import ask_how, follow_path, steps_of

PAGE = Page(
    address="steps",
    title="Token by token",
    group="Watch it decode",
    in_order=True,
    look=(
        "The model writes one piece at a time, a word or part of one, and reads each back before it writes the next."
    ),
    story=(
        "The decoder writes one token at a time. It looks back at its own words and across at the English, and gives "
        "every token of the vocabulary a probability. Go step by step, see what else it could have written, and click "
        "a different token to see where the translation goes from there."
    ),
    waiting="its translation appears here, token by token.",
    parts=(
        InApp(ask_how, depth=UNDERSTAND),
        InApp(follow_path, about_sentence=True),
        Picture(
            "watch/steps/steps.js",
            steps_of,
            needs=("decoder.*.self_attention.weights", "decoder.*.cross_attention.weights"),
            key="watch_steps",
            answers={"fork": path.take, "back": path.go_back},
        ),
    ),
)

if __name__ == "__main__":
    run_app()
