"""The bottleneck: a whole sentence in one vector, as translators had it before attention."""

import streamlit as st

from transformer.analysis.measures.predecessors import load_predecessors
from viewer.app import resources, shell
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.before import models
from viewer.before.bottleneck import hourglass, lengths
from viewer.widgets import charts, tables
from viewer.widgets.component import component

BACKWARDS = "backwards"  # in the address
STORY = (
    "Before attention, a recurrent network read a sentence word by word into one hidden state, and a second one wrote "
    "the translation from that single vector. It is as long for five words as for fifty. See what is left of each word."
)


def show(chosen: str, sentence: str) -> None:
    """Draw the page below its head."""
    backwards = st.toggle(
        "Read the sentence backwards (Sutskever’s trick)",
        key=BACKWARDS,
        bind="query-params",
        help="Sutskever, Vinyals and Le (2014) fed the source in reverse: its first words, which the translation "
        "begins with, are then the freshest in the vector. Another model, trained so, takes the first one’s place.",
    )
    models.tell_other_language(resources.loaded(chosen))
    name = models.BACKWARDS if backwards else models.FIXED
    translator = models.recurrent(name, looks_back=False)
    if not is_empty(translator, sentence, "three models translate it here."):
        with st.container(key="tall_bottleneck"):
            data = hourglass.payload(name, sentence).packed()
            component("before/bottleneck/bottleneck.js")(data=data, key="before_bottleneck")
    _by_length()


def _by_length() -> None:
    st.subheader("The longer the sentence, the less of it fits", anchor=False)
    measured = load_predecessors()
    if measured:
        st.caption(
            "The captions of Multi30k’s test set are short, so longer inputs are captions joined by “and”: no model "
            "was trained on such. Every model had the same time to learn, and translates by beam search."
        )
        charts.show(lengths.chart(measured), "before_lengths")
        st.caption(shell.plain(lengths.told(measured)))
    else:
        st.caption("BLEU by length has not been measured for the models that are here.")
    st.markdown(
        "**What Bahdanau, Cho and Bengio found in 2014.** Their figure 2 draws BLEU against sentence length: both "
        "models with a fixed vector fall steeply beyond some 20 to 30 words, the one that had learned from longer "
        "sentences a little later; the model that looks back and learned from sentences of up to 50 words does not "
        "fall at all, not even beyond 50. Their table 1, English to French news:"
    )
    tables.show(lengths.PUBLISHED, "BLEU in table 1 of Bahdanau, Cho and Bengio", "before_published")
    st.caption(
        "Those models are about ten times larger and learned from other sentences, so the figures themselves do not "
        "compare with the ones above: only the shape does."
    )


sentence_page("The bottleneck", STORY, show)
