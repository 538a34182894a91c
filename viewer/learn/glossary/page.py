"""Glossary: key terms, each in one to three sentences, with the page that shows it."""

from viewer.app import shell
from viewer.learn.glossary.texts import STORY
from viewer.learn.glossary.words import payload
from viewer.widgets.component import component


def show() -> None:
    """Draw the page."""
    shell.head("Glossary", STORY)
    component("learn/glossary/glossary.js")(data=payload(shell.titles()).packed(), key="glossary")


show()
