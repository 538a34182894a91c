"""One step: teach a copy of the model one pair, and see the loss flow backwards through it."""

from viewer.app.page import PROVE, UNDERSTAND, Caption, Code, InApp, Page, Picture, Section, Table, run_app
from viewer.pictures.train.one_step import asked

MOVED, RIGHT = "Which weights moved most", "Is the gradient right?"

PAGE = Page(
    address="one_step",
    title="One step",
    group="Train",
    in_order=True,
    look="The model guesses, you say what it should write, and each step pushes its numbers a little that way.",
    story=(
        "The loss says how unsure the model is of the translation that you want. Its gradient flows backwards through "
        "the model, and one step of Adam moves every weight a little against it. What changes, and what else changes "
        "with it?"
    ),
    about_sentence=False,
    parts=(
        InApp(asked.teach),
        Picture("train/one_step/one_step.js", asked.payload, key="train_one_step", answers={"act": asked.act}),
        Section(
            MOVED,
            (
                Caption("A step moves nearly every number by the learning rate, 0.0001: small weights move most."),
                Table(MOVED, asked.list_moves),
            ),
            depth=UNDERSTAND,
            when=asked.is_taught,
        ),
        Section(
            RIGHT,
            (
                InApp(asked.choose_weight),
                Table(RIGHT, asked.check_gradient, when=asked.is_chosen),
                Code(asked.code, "python"),
            ),
            depth=PROVE,
        ),
    ),
)

if __name__ == "__main__":
    run_app()
