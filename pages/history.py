"""History: from one vector to one stack, with the same sentences and captions for all."""

from viewer.app.page import UNDERSTAND, Caption, InApp, Page, Picture, Section, run_app
from viewer.pictures.before.history import history
from viewer.pictures.before.models import check_languages

PAGE = Page(
    address="history",
    title="History",
    group="Before the Transformer",
    in_order=True,
    look="Four models, each with one idea changed from the one before. Underlined: words that differ, right or wrong.",
    story=(
        "Each model changed one idea of the one before it; the last left the encoder out. They are about as large, "
        "and learned from the same pairs for about as long. Underlined: words that differ, right or wrong."
    ),
    about_sentence=False,
    french_only=True,
    parts=(
        InApp(check_languages),
        Picture("before/history/history.js", history.history_of, key="before_history"),
        Section("", (Caption(history.describe_captions),), depth=UNDERSTAND),
    ),
)

if __name__ == "__main__":
    run_app()
