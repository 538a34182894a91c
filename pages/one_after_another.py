"""Word by word: a recurrent network waits for each word, a Transformer's encoder for none."""

from functools import partial

from viewer.app.page import PROVE, UNDERSTAND, Caption, Chart, InApp, Page, Picture, Section, Table, Text, run_app
from viewer.pictures.before.models import check_languages, has_sentence, is_measured, of_measured, tell_size
from viewer.pictures.before.one_after_another import complexity, curves
from viewer.pictures.before.one_after_another.reading import readers

PAGE = Page(
    address="one_after_another",
    title="Word by word",
    group="Before and after",
    in_order=True,
    look="A recurrent network reads word after word, a Transformer all at once; it still writes piece by piece.",
    story=(
        "A recurrent network can’t read a word until it has finished the one before: fifty words take fifty steps, one "
        "after another, however many processors you have. In a layer of the Transformer’s encoder, no word waits for "
        "another. Play the sentence and see who waits for whom."
    ),
    waiting="three encoders will read it here.",
    french_only=True,
    parts=(
        InApp(check_languages),
        Picture("before/one_after_another/one_after_another.js", readers, key="tall_one_after_another"),
        Caption(tell_size),
        Section(
            "Table 1 of the paper, for this sentence",
            (
                Table("Table 1 of the paper for this sentence", complexity.table_of),
                Caption(complexity.explain_letters),
                Caption(
                    "The paper gives orders of growth, O(…); like them, these numbers leave out constant factors. "
                    "Self-attention needs fewer operations while n is smaller than d; for very long texts n² gets "
                    "expensive."
                ),
            ),
            depth=PROVE,
            when=has_sentence,
        ),
        Section(
            "Measured",
            (
                Text(
                    "**Reading and writing.** When it reads, the Transformer doesn’t wait. When they *write*, all of "
                    "them wait: each token needs the one before."
                ),
                Section(
                    "",
                    (
                        Chart(of_measured(partial(curves.durations, part="read"))),
                        Chart(of_measured(partial(curves.durations, part="written"))),
                    ),
                    beside=True,
                ),
                Caption("Measured on one core, which does one thing after another anyway, so waiting costs least."),
                Text(
                    "**Learning.** All models are about the same size. In training the Transformer’s decoder reads all "
                    "words at once too, since the whole translation is known. That saves time only if several "
                    "processors work in parallel; these models trained on one core each, where speed depends on the "
                    "number of multiplications."
                ),
                Chart(of_measured(curves.losses)),
                Caption("Same pairs and time for all."),
                Section(
                    "",
                    (
                        Text(
                            "**How far back a loss reaches.** Between reading a word and writing a token, a recurrent "
                            "network without attention takes many steps, and the gradient of the token’s loss has to "
                            "come back through all of them. Mean over held-out sentences:"
                        ),
                        Chart(of_measured(curves.reach)),
                        Caption("Read each curve by itself, since the models’ vectors differ in length."),
                        Caption(
                            "So the long chain doesn’t stop the gradient here: gates carry it far. What the fixed "
                            "vector lacks is focus: the strips above show its gradient spread more evenly over the "
                            "words than with attention."
                        ),
                    ),
                    depth=PROVE,
                ),
            ),
            depth=UNDERSTAND,
            when=is_measured,
        ),
    ),
)

if __name__ == "__main__":
    run_app()
