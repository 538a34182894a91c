"""Learning: a recorded training, and the learning rate."""

from viewer.app.page import LOOK, UNDERSTAND, Caption, InApp, Page, Section, Text, chose, run_app
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
                Text("A recorded training: what the model writes.", depth=LOOK),
                Text(
                    "Drag through a recorded run: the loss falls, and noise turns into French.",
                    depth=UNDERSTAND,
                ),
                InApp(choices.draw_recorded),
                Caption(choices.tell_recorded, depth=UNDERSTAND),
            ),
            when=chose(choices.PART, choices.RUN, choices.RUN),
        ),
        Section(
            "",
            (
                Text(
                    "The same model, trained again and again from the same weights: only the learning rate differs.",
                    depth=LOOK,
                ),
                Text(
                    "The learning rate says how far each training step goes. The paper’s grows at first, then falls. "
                    "See what other schedules do, as curves and in real runs.",
                    depth=UNDERSTAND,
                ),
                InApp(choices.draw_rates),
            ),
            when=chose(choices.PART, choices.RATES, choices.RUN),
        ),
    ),
)

if __name__ == "__main__":
    run_app()
