"""Learning and cost: attention during a recorded training, the learning rate, and what a Transformer costs."""

from viewer.app.page import LOOK, UNDERSTAND, Caption, InApp, Page, Section, Text, chose, run_app
from viewer.train.learning import choices

PAGE = Page(
    address="learning",
    title="Learning and cost",
    group="Train",
    in_order=True,
    look="How a Transformer learns, how fast it should, and what it takes.",
    story="What a recorded training shows, what other learning rates do, and what a Transformer costs.",
    about_sentence=False,
    parts=(
        InApp(choices.ask_for_part),
        Section(
            "",
            (
                Text("A recorded training: what the model writes, and where it looks to write it.", depth=LOOK),
                Text(
                    "Drag through a recorded run: the loss falls, the attention sharpens, and noise turns into French.",
                    depth=UNDERSTAND,
                ),
                InApp(choices.draw_recorded),
                Caption(choices.tell_recorded, depth=UNDERSTAND),
            ),
            when=chose(choices.PART, choices.ATTENTION, choices.ATTENTION),
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
            when=chose(choices.PART, choices.RATES, choices.ATTENTION),
        ),
        Section(
            "",
            (
                Text("What this model takes, next to the two of the paper.", depth=LOOK),
                Text(
                    "How many parameters, operations, bytes and joules a Transformer takes: this model, the paper’s, "
                    "and one of any size you type.",
                    depth=UNDERSTAND,
                ),
                InApp(choices.draw_cost),
            ),
            when=chose(choices.PART, choices.COST, choices.ATTENTION),
        ),
    ),
)

if __name__ == "__main__":
    run_app()
