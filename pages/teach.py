"""Teach with it: a lesson of 90 minutes, what to prepare, and links that open each part on the projector."""

from viewer import shell
from viewer.component.component import component
from viewer.teach.plan import parcel

STORY = (
    "For teachers of computing, languages or mathematics, from the last years of school on: ten parts of one lesson, "
    "each with a question to the class and a link that opens what answers it."
)


def show() -> None:
    """Draw the page."""
    shell.head("Teach with it", STORY)
    component("teach/teach.js")(data=parcel(shell.titles()).packed(), key="teach")


shell.run_page(show)
