"""Teach with it: a lesson of 90 minutes, what to prepare, and links that open each part on the projector."""

from viewer.app import shell
from viewer.learn.teach.plan import payload
from viewer.widgets.component import component

STORY = (
    "For teachers of computing, languages or mathematics, from the last years of school on: ten parts of one lesson, "
    "each with a question to the class and a link that opens what answers it."
)


def show() -> None:
    """Draw the page."""
    shell.head("Teach with it", STORY)
    component("learn/teach/teach.js")(data=payload(shell.titles()).packed(), key="teach")


show()
