"""For teachers: a class that collects answers, lessons with links to each part, what to prepare and to hand out."""

from viewer.app import shell
from viewer.learn.classroom import teacher
from viewer.learn.teach.plan import payload
from viewer.widgets.component import component

STORY = (
    "For teachers of computing, languages or mathematics, upper secondary school and above: a lesson of 90 or 45 "
    "minutes, a class that sends you its answers, and a worksheet."
)


def show() -> None:
    """Draw the page."""
    shell.head("Teach with it", STORY)
    teacher.panel()
    component("learn/teach/teach.js")(data=payload(shell.titles()).packed(), key="teach")


show()
