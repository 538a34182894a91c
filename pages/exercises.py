"""Exercises: three grades of questions about the model, answered by its own numbers for any sentence."""

from viewer.app.page import InApp, Page, run_app
from viewer.pictures.learn.exercises.grades import draw_exercises

PAGE = Page(
    address="exercises",
    title="Exercises",
    group="Learn",
    story=(
        "Questions about the model in front of you. Every answer is computed from your sentence, so use any you like."
    ),
    parts=(InApp(draw_exercises),),
)

if __name__ == "__main__":
    run_app()
