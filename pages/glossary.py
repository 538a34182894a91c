"""Glossary: the words of the field, each in one to three sentences, with the page that shows it."""

from viewer import shell
from viewer.component.component import component
from viewer.glossary.words import parcel

STORY = (
    "The words of the field, each said once in plain English. Wherever one is underlined with dots, it leads here. "
    "“The paper” is “Attention Is All You Need” (Vaswani et al. 2017)."
)


def show() -> None:
    """Draw the page."""
    shell.head("Glossary", STORY)
    component("glossary/glossary.js")(data=parcel(shell.titles()).packed(), key="glossary")


shell.run_page(show)
