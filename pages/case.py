"""The case of “la” and others like it: how a model chooses a word before it has written what decides it."""

from viewer.app.page import Page, Picture, run_app
from viewer.pictures.what_if.case.case import payload, take_asked

PAGE = Page(
    address="case",
    title="The case of la",
    short="Case",
    group="What if",
    in_order=True,
    story="The model must choose a word before it has written what decides it. Six experiments find out how it knows.",
    about_sentence=False,
    parts=(Picture("what_if/case/case.js", payload, key="what_if_case", answers={"asked": take_asked}),),
)

if __name__ == "__main__":
    run_app()
