"""History: from one vector to one stack, with the same sentences and captions for all."""

from viewer.app.page import UNDERSTAND, Caption, InApp, Page, Picture, run_app
from viewer.pictures.before.history import history
from viewer.pictures.before.models import check_languages

PAGE = Page(
    address="history",
    title="History",
    group="Before and after",
    in_order=True,
    look="Four models, each with one new idea, learned from the same sentences for about as long.",
    story="Each model added one idea; the last left out the encoder. All are about as large and learned about as long.",
    about_sentence=False,
    french_only=True,
    parts=(
        InApp(check_languages),
        Picture("before/history/history.js", history.history_of, key="before_history"),
        Caption(history.describe_bleu),
        Caption(history.tell_one_stack),
        Caption(history.describe_captions, depth=UNDERSTAND),
    ),
)

if __name__ == "__main__":
    run_app()
