"""One step: teach a copy of the model one pair, and see the loss flow backwards through it."""

from viewer.app.page import InApp, Page, Picture, run_app
from viewer.pictures.train.one_step import asked

PAGE = Page(
    address="one_step",
    title="One step",
    group="Train",
    in_order=True,
    look="Say what you want to read, press the button, and watch the model learn it from this one sentence.",
    story=(
        "The loss says how unsure the model is of the translation that you want. Its gradient flows backwards through "
        "the model, and one step of Adam moves every weight a little against it. What changes, and what else changes "
        "with it?"
    ),
    about_sentence=False,
    parts=(
        InApp(asked.ask),
        Picture(
            "train/one_step/one_step.js",
            asked.payload,
            key="train_one_step",
            answers={
                "take": asked.take,
                "undo": asked.undo,
                "again": asked.begin_again,
                "example": asked.choose_example,
                "check": asked.check,
                "use": asked.use,
            },
        ),
    ),
)

if __name__ == "__main__":
    run_app()
