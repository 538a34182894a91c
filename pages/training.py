"""Training: a fresh model learns on this machine while you watch, and opens on the other pages."""

from viewer.app.page import InApp, Page, run_app
from viewer.pictures.train.training.watching import draw_training

PAGE = Page(
    address="training",
    title="Training",
    group="Train",
    in_order=True,
    look="Press the button and watch a model that knows nothing learn to translate short sentences into French.",
    story=(
        "Press the button: a fresh model with random weights learns to translate English into French from tens of "
        "thousands of sentence pairs, on this machine. Watch its loss fall, its attention find the right words, and "
        "one sentence turn into French."
    ),
    about_sentence=False,
    parts=(InApp(draw_training),),
)

if __name__ == "__main__":
    run_app()
