"""For teachers: a class that collects answers, lessons with links to each part, what to prepare and to hand out."""

from viewer.app.page import Caption, InApp, Page, Picture, Section, Text, run_app
from viewer.pictures.learn.teach.plan import lessons
from viewer.pictures.learn.teach.prepare import draw_class, draw_worksheet

BEFORE = """\
- **The day before, open every link once.** The first visit to a page is slow; later ones are quick.
- **Don’t rely on the internet.** Install at home: start it once with `make serve`, which runs two processes, so that a
  class doesn’t queue. After that it needs only your machine.
- **To let the class in,** open it to your network with `make serve ADDRESS=0.0.0.0`, then open a class above at the
  address it prints. Anyone on that network can use it, so stop it after the lesson. It needs nginx; without it,
  `python -m viewer app --address 0.0.0.0` is enough for a few visitors.
- **At the projector:** `P` turns projector mode on and off on every page, `Esc` ends it. After you open a link from the
  plan, `Page Up` and `Page Down` go from part to part (a presenter remote works too); elsewhere from page to page.
- **To hand out:** [Exercises](exercises) with answers for you, the [Glossary](glossary), and the worksheet below.
- **Time left?** [Greedy and beam](search) shows where the best word isn’t the best beginning, [Residual](residual) why
  nothing is lost on the way, and on [Training](training) a small model learns in a few minutes.
"""

PAGE = Page(
    address="teach",
    title="Teach with it",
    group="Teach",
    story=(
        "For teachers of computing, languages or mathematics, upper secondary school and above: a lesson of 90, 45 or "
        "20 minutes, a worksheet, and a class whose answers you see as they come."
    ),
    about_sentence=False,
    french_only=True,
    parts=(
        InApp(draw_class),
        Picture("learn/teach/teach.js", lessons, key="teach"),
        Caption("This plan prints, with its addresses, and so does every chapter: open it with your sentence."),
        Section("Before the lesson", (Text(BEFORE),), in_app=True),
        Section("Worksheet", (InApp(draw_worksheet),), key="teacher_worksheet"),
    ),
)

if __name__ == "__main__":
    run_app()
