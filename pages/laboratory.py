"""Laboratory: change masks, scores, positions and layers, and compare both versions side by side."""

from viewer.app.page import PROVE, Caption, InApp, Page, Picture, Section, Table, run_app, unless
from viewer.app.state import ORDERED
from viewer.pictures.what_if.laboratory.bench import (
    both_versions,
    costs,
    is_measured,
    read_change,
    take_change,
    tell_how_to_measure,
)

COSTS = "How much each change hurts this model, worst first"

PAGE = Page(
    address="laboratory",
    title="Laboratory",
    group="What if",
    in_order=True,
    look="Break something in the model, and see what becomes of the translation.",
    story=(
        "Change the machine and see what happens: the original on the left, your version on the right. It opens "
        "with a model that doesn’t know the order of the English words."
    ),
    opening=ORDERED[0],
    waiting="both versions appear here.",
    parts=(
        InApp(read_change, about_sentence=True),
        Picture(
            "what_if/laboratory/laboratory.js", both_versions, key="tall_laboratory", answers={"edit": take_change}
        ),
        Section(
            COSTS,
            (
                Caption(tell_how_to_measure, when=unless(is_measured)),
                Caption(
                    "Change in BLEU and held-out loss (nats per token), one change at a time. A loss that isn’t shown "
                    "is above 100.",
                    when=is_measured,
                ),
                Table(COSTS, costs, when=is_measured),
            ),
            depth=PROVE,
            key="laboratory_costs",
            folded=True,
        ),
    ),
)

if __name__ == "__main__":
    run_app()
