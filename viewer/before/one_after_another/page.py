"""Word by word: a recurrent network waits for each word, a Transformer's encoder for none."""

import streamlit as st

from transformer.analysis.measures.predecessors import load_predecessors
from viewer.app import resources, shell
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.before import models
from viewer.before.one_after_another import complexity, curves, reading, texts
from viewer.widgets import charts, tables
from viewer.widgets.component import component


def show(chosen: str, sentence: str) -> None:
    """Draw the page below its head."""
    opened = resources.loaded(chosen)
    models.check_source(opened)
    translator = reading.transformer_of()
    source = translator.read(sentence)
    if not is_empty(translator, sentence, "three encoders will read it here."):
        with st.container(key="tall_one_after_another"):
            data = reading.payload(sentence, opened.model.config.encoder_layers).packed()
            component("before/one_after_another/one_after_another.js")(data=data, key="before_waiting")
        fixed = models.recurrent(models.FIXED, looks_back=False)
        with st.container(key="from_prove_table_1"):
            _table_1(len(source.ids), translator.model.config.d_model, fixed.model.config.encoder_size)
    models.tell_other_language(opened)
    with st.container(key="from_understand_measured"):
        _measured()


def _table_1(n: int, transformer_width: int, recurrent_width: int) -> None:
    st.subheader("Table 1 of the paper, for this sentence", anchor=False)
    found = complexity.table(n, transformer_width, recurrent_width)
    tables.show(found, "Table 1 of the paper for this sentence", "before_table_1")
    st.caption(
        f"n = {n} tokens, k = {complexity.KERNEL}, r = {complexity.NEIGHBOURHOOD}; d = {transformer_width}, but "
        f"{recurrent_width} in the recurrent row, the width of this page’s recurrent network. {texts.ORDERS}"
    )


def _measured() -> None:
    st.subheader("Measured", anchor=False)
    measured = load_predecessors()
    if not measured:
        st.caption("Times, losses and gradients have not been measured for these models.")
        return
    st.markdown(texts.READING_AND_WRITING)
    left, right = st.columns(2, gap="medium")
    with left:
        charts.show(curves.durations(measured, "read"), "before_durations_read")
    with right:
        charts.show(curves.durations(measured, "written"), "before_durations_written")
    st.caption(shell.plain(f"{texts.ONE_CORE} {curves.told_durations(measured)}"))
    st.markdown(texts.LEARNING)
    with st.container(key="from_prove_speeds"):
        charts.show(curves.speeds(measured), "before_speeds")
    charts.show(curves.losses(measured), "before_losses")
    st.caption(shell.plain(f"Same pairs and time for all. {curves.told_losses(measured)}"))
    with st.container(key="from_prove_reach"):
        _reach(measured)


def _reach(measured: curves.Measured) -> None:
    st.markdown(texts.REACH)
    charts.show(curves.reach(measured), "before_reach")
    st.caption(shell.plain(f"{texts.READ_APART} {curves.told_reach(measured)} {texts.FOCUS}"))


sentence_page("Word by word", texts.STORY, show, look=texts.LOOK, own_models=True)
