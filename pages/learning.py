"""Learning: a recorded training, and the learning rate."""

from viewer.app.page import UNDERSTAND, Caption, InApp, Page, Section, Text, chose, run_app
from viewer.pictures.train.learning import choices

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
                InApp(choices.draw_recorded),
                Caption(choices.tell_recorded, depth=UNDERSTAND),
            ),
            when=chose(choices.PART, choices.RUN, choices.RUN),
        ),
        Section(
            "",
            (
                Text("The same model, trained again from the same weights: only the learning rate differs."),
                InApp(choices.draw_rates),
            ),
            when=chose(choices.PART, choices.RATES, choices.RUN),
        ),
    ),
)

if __name__ == "__main__":
    run_app()
