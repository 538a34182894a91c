"""Greedy and beam: the beam at every step, where greedy decoding differs from it, and which does better."""

from viewer.app.page import PROVE, InApp, Page, Picture, run_app
from viewer.app.state import PARTING
from viewer.pictures.watch.search.controls import ask_for_beam, keep_alpha, offer_download, searches

PAGE = Page(
    address="search",
    title="Greedy and beam",
    group="Watch it decode",
    in_order=True,
    look=(
        "Greedy decoding always takes the likeliest next piece. Beam search keeps a few translations going, and can "
        "end up with a better one."
    ),
    story=(
        "Greedy decoding takes the most probable token at every step and never goes back. A beam keeps several "
        "candidates, called hypotheses, so it can find a translation that starts out less likely. Point at a node "
        "to read it; click to see where it looked."
    ),
    opening=PARTING,
    waiting="both searches appear here.",
    parts=(
        InApp(ask_for_beam, key="watch_controls", row="bottom"),
        Picture(
            "watch/search/search.js",
            searches,
            needs=("decoder.*.cross_attention.weights",),
            key="watch_search",
            answers={"alpha": keep_alpha},
        ),
        InApp(offer_download, depth=PROVE, about_sentence=True),
    ),
)

if __name__ == "__main__":
    run_app()
