"""The bottleneck: a whole sentence in one vector, as in translation models before attention."""

import streamlit as st

from transformer.analysis.measures.predecessors import load_predecessors
from viewer.app import resources, shell
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.before import models
from viewer.before.bottleneck import hourglass, lengths, texts
from viewer.widgets import charts, tables
from viewer.widgets.component import component

BACKWARDS = "backwards"  # in the address


def show(chosen: str, sentence: str) -> None:
    """Draw the page below its head."""
    models.check_source(resources.loaded(chosen))
    with st.container(key="from_understand_backwards"):
        backwards = st.toggle(
            "Read the sentence backwards (Sutskever’s trick)",
            key=BACKWARDS,
            bind="query-params",
            help=texts.BACKWARDS,
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
        st.caption(texts.BY_LENGTH)
        charts.show(lengths.chart(measured), "before_lengths")
        st.caption(shell.plain(lengths.told(measured)))
    else:
        st.caption("BLEU by length has not been measured for these models.")
    st.markdown(texts.PUBLISHED)
    tables.show(lengths.PUBLISHED, "BLEU in table 1 of Bahdanau, Cho and Bengio", "before_published")
    st.caption(texts.ONLY_SHAPES)


sentence_page("The bottleneck", texts.STORY, show, look=texts.LOOK, own_models=True)
