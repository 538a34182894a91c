"""Training: a fresh model learns on this machine while you watch, and opens on the other pages."""

from viewer.app.page import InApp, Page, run_app
from viewer.pictures.train.training.watching import draw_training

PAGE = Page(
    address="training",
    title="Training",
    group="Train",
    in_order=True,
    look="Watch a model that knows nothing learn: French, a rule, or pairs of your own.",
    story=(
        "A fresh model with random weights learns on this machine: from English and French sentences, from pairs that "
        "a rule has made, or from 30 to 5,000 pairs of your own. Watch what it writes get better, and which pairs "
        "that it has never seen it gets right. Then open it on any page."
    ),
    about_sentence=False,
    parts=(InApp(draw_training),),
)

if __name__ == "__main__":
    run_app()
