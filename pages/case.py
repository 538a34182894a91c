"""The case of “la” and others like it: how a model chooses a word before it has written what decides it."""

from functools import partial

from viewer.app.page import InApp, Page, Picture, Section, Table, Text, run_app
from viewer.pictures.learn.classroom.member import report_guess
from viewer.pictures.learn.classroom.store import CASE
from viewer.pictures.learn.classroom.votes import draw_bars, in_class
from viewer.pictures.what_if.case.case import payload, take_asked
from viewer.pictures.what_if.case.lens import has_lens, lens_table, lens_words

PAGE = Page(
    address="case",
    title="How can it know?",
    short="Case",
    group="What if",
    in_order=True,
    story="The model must choose a word before it has written what decides it. Seven steps find out how it knows.",
    about_sentence=False,
    parts=(
        InApp(draw_bars),
        Picture(
            "what_if/case/case.js",
            in_class(payload),
            key="what_if_case",
            answers={"asked": take_asked, "vote": partial(report_guess, CASE)},
        ),
        Section(
            "The gender lens: forty-two professions",
            (Text(lens_words), Table("The gender lens", lens_table)),
            when=has_lens,
            folded=True,
        ),
    ),
)

if __name__ == "__main__":
    run_app()
