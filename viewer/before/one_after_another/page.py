"""One after another: a recurrent network waits for each word, a Transformer's encoder for none."""

import streamlit as st

from transformer.analysis.measures.predecessors import load_predecessors
from viewer.app import resources, shell
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.before import models
from viewer.before.one_after_another import complexity, curves, reading
from viewer.widgets import charts, tables
from viewer.widgets.component import component

STORY = (
    "A recurrent network reads a word only when it is done with the word before: a sentence of fifty words takes "
    "fifty steps, one after another, however many processors there are. In the Transformer’s encoder no word waits "
    "for another of its layer. Play the sentence and see who waits for whom."
)


def show(chosen: str, sentence: str) -> None:
    """Draw the page below its head."""
    opened = resources.loaded(chosen)
    translator = reading.transformer_of()
    source = translator.read(sentence)
    if not is_empty(translator, sentence, "three encoders read it here."):
        with st.container(key="tall_one_after_another"):
            data = reading.payload(sentence).packed()
            component("before/one_after_another/one_after_another.js")(data=data, key="before_waiting")
        fixed = models.recurrent(models.FIXED, looks_back=False)
        _table_1(len(source.ids), translator.model.config.d_model, fixed.model.config.encoder_size)
    models.tell_other_language(opened)
    _measured()


def _table_1(n: int, transformer_width: int, recurrent_width: int) -> None:
    st.subheader("Table 1 of the paper, for this sentence", anchor=False)
    found = complexity.table(n, transformer_width, recurrent_width)
    tables.show(found, "Table 1 of the paper for this sentence", "before_table_1")
    st.caption(
        f"n = {n} tokens, d = {transformer_width} in the Transformer and {recurrent_width} in the recurrent network "
        f"of these pages, k = {complexity.KERNEL}, r = {complexity.NEIGHBOURHOOD}. O(…) leaves constant factors out, "
        "and so does what stands behind it. Self-attention needs fewer operations as long as n is smaller than d; for "
        "very long texts its n² is dear."
    )


def _measured() -> None:
    st.subheader("Measured", anchor=False)
    measured = load_predecessors()
    if not measured:
        st.caption("Times, losses and gradients have not been measured for the models that are here.")
        return
    st.markdown(
        "**Reading, and writing.** Reading is where the Transformer does not wait. *Writing* waits in all of them: "
        "each token needs the one before it."
    )
    left, right = st.columns(2, gap="medium")
    with left:
        charts.show(curves.durations(measured, "read"), "before_durations_read")
    with right:
        charts.show(curves.durations(measured, "written"), "before_durations_written")
    st.caption(
        shell.plain(
            "On one core, which computes one thing after another anyhow, so that waiting costs least. "
            f"{curves.told_durations(measured)}"
        )
    )
    st.markdown(
        "**Learning.** All models are equally large. In training the Transformer’s decoder reads all words at once "
        "too, since the whole translation is known. That wins time only where several processors can work at once; "
        "these were trained on one core each, where a model is as fast as its multiplications are few."
    )
    charts.show(curves.speeds(measured), "before_speeds")
    charts.show(curves.losses(measured), "before_losses")
    st.caption(shell.plain(f"The same pairs and the same time for all. {curves.told_losses(measured)}"))
    st.markdown(
        "**How far back a loss is felt.** Between reading a word and saying a token a recurrent network takes so many "
        "steps, and the gradient of the token’s loss has to come back through all of them. Mean over held-out "
        "sentences:"
    )
    charts.show(curves.reach(measured), "before_reach")
    st.caption(
        shell.plain(
            "Each curve is to be read by itself, since the vectors of the models are not equally long. They rise at "
            "first because the shortest ways lead from the full stop to the first words said. "
            f"{curves.told_reach(measured)} Gates let a gradient come back from afar: what a fixed vector lacks is "
            "aim. The strips above show how it spreads over all words, where attention gathers it at a few."
        )
    )


sentence_page("One after another", STORY, show)
