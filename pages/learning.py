"""Learning: a recorded training, and the learning rate."""

from viewer.app.page import UNDERSTAND, Caption, InApp, Page, Picture, Section, Text, chose, run_app
from viewer.pictures.train.learning import choices, rates, run

PAGE = Page(
    address="learning",
    title="Learning",
    group="Train",
    in_order=True,
    look="A model begins with random numbers. Each update of training changes them a little.",
    story="What a recorded training shows, and what other learning rates do.",
    about_sentence=False,
    parts=(
        InApp(choices.ask_for_part),
        Section(
            "",
            (
                Picture("train/learning/run.js", lambda _: run.shipped(), key="learning_run"),
                Caption(choices.tell_recorded, depth=UNDERSTAND),
            ),
            when=chose(choices.PART, choices.RUN, choices.RUN),
        ),
        Section(
            "",
            (
                Text("The same model, trained again: only the size of the updates, the learning rate, differs."),
                Picture("train/learning/rates.js", lambda _: rates.shipped(), key="learning_rates"),
            ),
            when=lambda visit: visit.alone or choices.RATES in visit.chosen.values(),
        ),
    ),
)

if __name__ == "__main__":
    run_app()
