"""The front page: an English sentence in French, and the whole model at work on it."""

from viewer.app.page import InApp, Page, Picture, Section, run_app
from viewer.pictures.watch.flight.ages import payload
from viewer.pictures.watch.flight.flight import WHOLE, take_needs
from viewer.pictures.watch.translate.front import draw_whole_text, offer_examples, offer_ways_on

PAGE = Page(
    address="translate",
    title="Translate",
    heading="Glassformer",
    story="A translator made of glass: see what every word looks at.",
    waiting="its translation appears here. Or click an example.",
    parts=(
        InApp(offer_examples),
        Section(
            "",
            (
                InApp(draw_whole_text, about_sentence=True),
                Picture("watch/flight/flight.js", payload, needs=WHOLE, key="flight", answers={"needs": take_needs}),
            ),
            key="translations",
        ),
        InApp(offer_ways_on, about_sentence=True, key="onwards", row="center"),
    ),
)

if __name__ == "__main__":
    run_app()
