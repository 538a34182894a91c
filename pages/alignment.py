"""Alignment: which source word each word of the translation comes from, as cross-attention shows."""

from viewer.app.page import PROVE, UNDERSTAND, InApp, Page, Picture, run_app
from viewer.pictures.watch.alignment.alignment import payload
from viewer.pictures.watch.alignment.offers import offer_download, offer_known

PAGE = Page(
    address="alignment",
    title="Alignment",
    group="Watch it decode",
    in_order=True,
    look=(
        "Nobody told the model which words belong together. A line links each word to the English word that attention "
        "used most."
    ),
    story=(
        "Nobody told the model which words belong together: its cross-attention learned where to look. Here each word "
        "of the translation is linked to the English word that it drew on most, by the method and head that link best; "
        "what a word depends on can be another one. Compare methods and heads."
    ),
    waiting="its words are linked to the translation’s here.",
    parts=(
        InApp(offer_known, depth=UNDERSTAND),
        Picture(
            "watch/alignment/alignment.js",
            payload,
            needs=("decoder.*.cross_attention.weights", "decoder.*.cross_attention.value"),
            key="watch_alignment",
        ),
        InApp(offer_download, depth=PROVE, about_sentence=True),
    ),
)

if __name__ == "__main__":
    run_app()
