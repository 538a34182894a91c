"""Word by word: a recurrent network waits for each word, a Transformer's encoder for none."""

import streamlit as st

from transformer.analysis.measures.predecessors import load_predecessors
from viewer.app import resources, shell
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.before import models
from viewer.before.one_after_another import complexity, curves, reading
from viewer.widgets import charts, tables
from viewer.widgets.component import component

LOOK = (
    "A recurrent network reads one word after another, and each word waits for the one before. A Transformer’s encoder "
    "reads all words at once, layer by layer."
)
STORY = (
    "A recurrent network can’t read a word until it has finished the one before: fifty words take fifty steps, one "
    "after another, however many processors you have. In a layer of the Transformer’s encoder, no word waits for "
    "another. Play the sentence and see who waits for whom."
)


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
        f"{recurrent_width} in the recurrent row, the width of this page’s recurrent network. The paper gives orders "
        "of growth, O(…); like them, these numbers leave out constant factors. Self-attention needs fewer operations "
        "while n is smaller than d; for very long texts n² gets expensive."
    )


def _measured() -> None:
    st.subheader("Measured", anchor=False)
    measured = load_predecessors()
    if not measured:
        st.caption("Times, losses and gradients have not been measured for these models.")
        return
    st.markdown(
        "**Reading and writing.** When it reads, the Transformer doesn’t wait. When they *write*, all of them wait: "
        "each token needs the one before."
    )
    left, right = st.columns(2, gap="medium")
    with left:
        charts.show(curves.durations(measured, "read"), "before_durations_read")
    with right:
        charts.show(curves.durations(measured, "written"), "before_durations_written")
    st.caption(
        shell.plain(
            "Measured on one core, which does one thing after another anyway, so waiting costs least. "
            f"{curves.told_durations(measured)}"
        )
    )
    st.markdown(
        "**Learning.** All models are about the same size. In training the Transformer’s decoder reads all words at "
        "once too, since the whole translation is known. That saves time only if several processors work in parallel; "
        "these models trained on one core each, where speed depends on the number of multiplications."
    )
    with st.container(key="from_prove_speeds"):
        charts.show(curves.speeds(measured), "before_speeds")
    charts.show(curves.losses(measured), "before_losses")
    st.caption(shell.plain(f"Same pairs and time for all. {curves.told_losses(measured)}"))
    with st.container(key="from_prove_reach"):
        _reach(measured)


def _reach(measured: curves.Measured) -> None:
    st.markdown(
        "**How far back a loss reaches.** Between reading a word and writing a token, a recurrent network without "
        "attention takes many steps, and the gradient of the token’s loss has to come back through all of them. Mean "
        "over held-out sentences:"
    )
    charts.show(curves.reach(measured), "before_reach")
    st.caption(
        shell.plain(
            "Read each curve by itself, since the models’ vectors differ in length. "
            f"{curves.told_reach(measured)} So the long chain doesn’t stop the gradient here: gates carry it far. What "
            "the fixed vector lacks is focus: the strips above show its gradient spread more evenly over the words "
            "than with attention."
        )
    )


sentence_page("Word by word", STORY, show, look=LOOK)
