"""The bottleneck: a whole sentence in one vector, as in translation models before attention."""

from viewer.app.page import UNDERSTAND, Caption, Chart, InApp, Page, Picture, Section, Text, run_app
from viewer.app.state import SQUEEZED
from viewer.pictures.before.bottleneck.hourglass import ask_for_order, compute_hourglass
from viewer.pictures.before.bottleneck.lengths import chart
from viewer.pictures.before.models import check_languages, is_measured, of_measured

PAGE = Page(
    address="bottleneck",
    title="The bottleneck",
    group="Before and after",
    in_order=True,
    look="Before attention, a whole sentence had to fit into one list of numbers, as long for 5 words as for 50.",
    story=(
        "Before attention, a recurrent network read a sentence word by word into one hidden state, and a second one "
        "wrote the translation from that single vector. It’s the same size for five words or fifty. See what’s left of "
        "each word."
    ),
    opening=SQUEEZED,
    waiting="three models will translate it here.",
    french_only=True,
    parts=(
        InApp(check_languages),
        InApp(ask_for_order, depth=UNDERSTAND),
        Picture("before/bottleneck/bottleneck.js", compute_hourglass, key="tall_bottleneck"),
        Section(
            "The longer the sentence, the worse the translation",
            (
                Caption(
                    "The captions of Multi30k’s test set are short, so longer inputs are captions joined by “and”. The "
                    "models saw few sentences that long in training, and all get worse. The Transformer falls below "
                    "Bahdanau’s model mostly because it stops early, and BLEU penalises short output. All trained for "
                    "the same time and use beam search.",
                    when=is_measured,
                ),
                Chart(of_measured(chart), when=is_measured),
                Text(
                    "**What Bahdanau, Cho and Bengio found (2015).** Their figure 2 plots BLEU against sentence "
                    "length. Both models with a fixed vector drop steeply beyond 20 to 30 words, the one trained on "
                    "longer sentences a little later. The model that looks back and was trained on up to 50 words "
                    "doesn’t drop at all, not even beyond 50. Their table 1, English to French news: BLEU 17.82 with a "
                    "fixed vector, 26.75 looking back, both trained on up to 50 words."
                ),
                Caption(
                    "Those models are about ten times larger and learned from different data, so compare only the "
                    "shapes, not the figures."
                ),
            ),
            depth=UNDERSTAND,
        ),
    ),
)

if __name__ == "__main__":
    run_app()
