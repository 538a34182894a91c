"""Join a class: its sentences, its part of the tour and its exercises, for a student."""

from viewer.app.page import InApp, Page, run_app
from viewer.pictures.learn.classroom.joining import draw_class

PAGE = Page(
    address="classroom",
    title="Join a class",
    group="Teach",
    story="Answer your teacher’s questions here. Your answers go to your teacher, and are deleted within a day.",
    about_sentence=False,
    parts=(InApp(draw_class),),
)

if __name__ == "__main__":
    run_app()
