"""Why this word rather than that one: what counted for a token of the translation, by nine methods and part by part."""

from viewer.app.page import LOOK, PROVE, UNDERSTAND, InApp, Page, Picture, Section, run_app
from viewer.pictures.what_if.case.case import offer_case
from viewer.pictures.what_if.finding.finding import FINDING
from viewer.pictures.what_if.why.questions import (
    ask,
    curves_of,
    hidden_of,
    parts_of,
    question_of,
    read_question,
    rivals_of,
    shares_beside,
    table_of,
)

PAGE = Page(
    address="why",
    title="Why this word",
    group="What if",
    in_order=True,
    look="Hide one word at a time from the model: which word does its choice depend on?",
    story=(
        "Choose a token of the translation, and a rival to compare it with. How much did each English token and each "
        "earlier token of the translation count? Nine methods answer, and they don’t agree."
    ),
    waiting="then ask about each word of its translation.",
    parts=(
        InApp(read_question, about_sentence=True),
        Picture("what_if/why/asked.js", question_of, key="what_if_why", answers={"ask": ask}, in_app=True),
        Picture("what_if/why/hidden.js", hidden_of, depth=LOOK, key="what_if_why_hidden"),
        Section(
            "",
            (
                Picture("what_if/why/asked.js", rivals_of, key="what_if_why_rival", answers={"ask": ask}, in_app=True),
                Picture("what_if/why/table.js", table_of, key="what_if_why_table"),
            ),
            depth=UNDERSTAND,
            late=True,
        ),
        Section(
            "",
            (
                Picture("what_if/why/charts.js", curves_of, key="what_if_why_curves", in_app=True),
                Picture("what_if/why/parts.js", parts_of, key="what_if_why_parts"),
                Picture("what_if/why/charts.js", shares_beside, key="what_if_why_shares", in_app=True),
            ),
            depth=PROVE,
            late=True,
        ),
        FINDING,
        InApp(offer_case),
    ),
)

if __name__ == "__main__":
    run_app()
