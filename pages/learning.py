"""Learning: a recorded training, and the learning rate."""

from viewer.app.page import UNDERSTAND, Caption, InApp, Page, Picture, Section, Text, chose, run_app
from viewer.pictures.train.learning import choices, rates, run

PAGE = Page(
    address="learning",
    title="Learning",
    group="Train",
    in_order=True,
    look="How a Transformer learns, and how fast it should.",
    story="What a recorded training shows, and what other learning rates do.",
    about_sentence=False,
    parts=(
        InApp(choices.ask_for_part),
        Section(
            "",
            (
                Text("A recorded run: the model becomes surer, and noise turns into French. Drag, or play it."),
                Picture("train/learning/run.js", lambda _: run.shipped(), key="learning_run"),
                Caption(choices.tell_recorded, depth=UNDERSTAND),
            ),
            when=chose(choices.PART, choices.RUN, choices.RUN),
        ),
        Section(
            "",
            (
                Text("The same model, trained again from the same weights: only the learning rate differs."),
                Picture("train/learning/rates.js", lambda _: rates.shipped(), key="learning_rates"),
            ),
            when=lambda visit: visit.alone or choices.RATES in visit.chosen.values(),
        ),
    ),
)

if __name__ == "__main__":
    run_app()
