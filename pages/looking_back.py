"""The first attention: Bahdanau's attention next to the Transformer's, on the same translation."""

from viewer.app.page import PROVE, InApp, Page, Picture, Section, Text, run_app
from viewer.app.state import CROSSED
from viewer.pictures.before.looking_back.matrices import both_attentions, tell_error_rates
from viewer.pictures.before.models import check_languages

PAGE = Page(
    address="looking_back",
    title="The first attention",
    group="Before and after",
    in_order=True,
    look="Before each word, this decoder of 2015 looks back at the English. Click a row to see where it looks.",
    story=(
        "Bahdanau, Cho and Bengio (2015) let the decoder look back: before each word it compares its state with the "
        "state of every English word, and takes a mean of those states, weighted by how well they fit. It was the "
        "first attention in machine translation. Compare it with the Transformer’s, on the same translation."
    ),
    opening=CROSSED,
    waiting="two models will look at it here.",
    french_only=True,
    parts=(
        InApp(check_languages),
        Picture("before/looking_back/looking_back.js", both_attentions, key="tall_looking_back"),
        Section("How well each aligns", (Text(tell_error_rates),), depth=PROVE),
    ),
)

if __name__ == "__main__":
    run_app()
