"""The tour: seven stops on the picture of the whole model, a guess at each before its answer."""

from functools import partial

from viewer.app.page import Page, Picture, run_app
from viewer.pictures.learn.classroom.member import report_guess
from viewer.pictures.learn.classroom.store import TOUR
from viewer.pictures.learn.start.taking import ask_for_stop, hide, tour_for

PAGE = Page(
    address="start",
    title="Tour",
    story="What happens inside a Transformer, with your own sentence. Guess first, then look.",
    waiting="the tour is about it.",
    parts=(
        Picture(
            "learn/start/tour.js",
            tour_for,
            key="tour",
            answers={
                "stop": ask_for_stop,
                "hide": hide,
                "guessed": partial(report_guess, TOUR),
            },
        ),
    ),
)

if __name__ == "__main__":
    run_app()
