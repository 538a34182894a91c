"""For teachers: a class that collects answers, lessons with links to each part, what to prepare and to hand out."""

from viewer.app.page import InApp, Page, Picture, Section, run_app
from viewer.pictures.learn.teach.plan import lessons
from viewer.pictures.learn.teach.prepare import draw_class, draw_worksheet

PAGE = Page(
    address="teach",
    title="Teach with it",
    group="Teach",
    story=(
        "For teachers of computing, languages or mathematics, upper secondary school and above: a lesson of 90, 45 or "
        "20 minutes; the app adds a class that sends you its answers, and a worksheet."
    ),
    about_sentence=False,
    french_only=True,
    parts=(
        InApp(draw_class),
        Picture("learn/teach/teach.js", lessons, key="teach"),
        Section("Worksheet", (InApp(draw_worksheet),), key="teacher_worksheet"),
    ),
)

if __name__ == "__main__":
    run_app()
