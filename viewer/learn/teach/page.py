"""For teachers: a 90-minute lesson, what to prepare, and links that open each part on the projector."""

from viewer.app import shell
from viewer.learn.teach.plan import payload
from viewer.widgets.component import component

STORY = (
    "For teachers of computing, languages or mathematics, upper secondary school and above: one lesson in ten parts, "
    "each with a question for the class and a link to the page that answers it."
)


def show() -> None:
    """Draw the page."""
    shell.head("Teach with it", STORY)
    component("learn/teach/teach.js")(data=payload(shell.titles()).packed(), key="teach")


show()
