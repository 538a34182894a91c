"""Patching: one vector is copied from another sentence's run into this one's, at every place and position."""

from viewer.app.page import UNDERSTAND, InApp, Page, Picture, Section, run_app
from viewer.app.state import PATCHED
from viewer.pictures.what_if.finding.finding import FINDING
from viewer.pictures.what_if.patching.other_sentence import (
    ask_for_other,
    ask_what_to_copy,
    check_pair,
    compute_patches,
    take_cell,
)

PAGE = Page(
    address="patching",
    title="Patching",
    group="What if",
    in_order=True,
    look=(
        "The model keeps a list of numbers for each token. Copy one such list from the second sentence into "
        "the first: does the translation flip?"
    ),
    story=(
        "Take two sentences that differ in one thing. The model translates both; then one vector is copied from the "
        "second run into the first. If the translation flips, that vector alone is enough to make the difference."
    ),
    opening=PATCHED[0],
    examples=False,
    parts=(
        InApp(ask_for_other),
        Section("", (InApp(ask_what_to_copy, row="bottom"),), depth=UNDERSTAND, late=True),  # a whole map takes long
        InApp(check_pair),
        Picture(
            "what_if/patching/patching.js",
            compute_patches,
            key="what_if_patching",
            answers={"cell": take_cell},
        ),
        FINDING,
    ),
)

if __name__ == "__main__":
    run_app()
