"""The bottleneck: a whole sentence in one vector, as in translation models before attention."""

import streamlit as st

from transformer.analysis.measures.predecessors import load_predecessors
from viewer.app import resources, shell
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.before import models
from viewer.before.bottleneck import hourglass, lengths
from viewer.widgets import charts, tables
from viewer.widgets.component import component

BACKWARDS = "backwards"  # in the address
LOOK = (
    "Before attention, one network read the English into a single vector, and a second one wrote the translation from "
    "that vector alone."
)
STORY = (
    "Before attention, a recurrent network read a sentence word by word into one hidden state, and a second one wrote "
    "the translation from that single vector. It’s the same size for five words or fifty. See what’s left of each word."
)


def show(chosen: str, sentence: str) -> None:
    """Draw the page below its head."""
    models.check_source(resources.loaded(chosen))
    with st.container(key="from_understand_backwards"):
        backwards = st.toggle(
            "Read the sentence backwards (Sutskever’s trick)",
            key=BACKWARDS,
            bind="query-params",
            help="Sutskever, Vinyals and Le (2014) fed the source in reverse: its first words, which the translation "
            "begins with, are then the freshest in the vector. This shows a different model, trained that way.",
        )
    models.tell_other_language(resources.loaded(chosen))
    name = models.BACKWARDS if backwards else models.FIXED
    translator = models.recurrent(name, looks_back=False)
    if not is_empty(translator, sentence, "three models will translate it here."):
        with st.container(key="tall_bottleneck"):
            data = hourglass.payload(name, sentence).packed()
            component("before/bottleneck/bottleneck.js")(data=data, key="before_bottleneck")
    with st.container(key="from_understand_by_length"):
        _by_length()


def _by_length() -> None:
    st.subheader("The longer the sentence, the worse the translation", anchor=False)
    measured = load_predecessors()
    if measured:
        st.caption(
            "The captions of Multi30k’s test set are short, so longer inputs are captions joined by “and”. The models "
            "saw few sentences that long in training, and all get worse. The Transformer falls below Bahdanau’s model "
            "mostly because it stops early, and BLEU penalises short output. All trained for the same time and use "
            "beam search."
        )
        charts.show(lengths.chart(measured), "before_lengths")
        st.caption(shell.plain(lengths.told(measured)))
    else:
        st.caption("BLEU by length has not been measured for these models.")
    st.markdown(
        "**What Bahdanau, Cho and Bengio found in 2014.** Their figure 2 plots BLEU against sentence length. Both "
        "models with a fixed vector drop steeply beyond 20 to 30 words, the one trained on longer sentences a little "
        "later. The model that looks back and was trained on up to 50 words doesn’t drop at all, not even beyond 50. "
        "Their table 1, English to French news:"
    )
    tables.show(lengths.PUBLISHED, "BLEU in table 1 of Bahdanau, Cho and Bengio", "before_published")
    st.caption(
        "Those models are about ten times larger and learned from different data, so compare only the shapes, not the "
        "figures."
    )


sentence_page("The bottleneck", STORY, show, look=LOOK)
