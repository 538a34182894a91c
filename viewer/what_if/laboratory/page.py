"""Laboratory: change masks, scores, positions and layers, and compare both versions side by side."""

import streamlit as st

from transformer import GlassformerError
from transformer.edits import parse
from transformer.errors import EditError
from viewer.app import resources, shell
from viewer.app.pinned import pin
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.what_if.laboratory import laboratory
from viewer.what_if.laboratory.texts import LOOK, STORY
from viewer.widgets.component import component

KEY = "what_if_laboratory"


def show(name: str, sentence: str) -> None:
    """Draw the page below its head."""
    translator = resources.loaded(name)
    if is_empty(translator, sentence, "both versions appear here."):
        return
    edit, wrong = laboratory.read_edit(st.query_params.get(laboratory.EDIT), translator.read(sentence).tokens)
    try:
        found = laboratory.worlds(name, sentence, edit.written)
    except EditError as error:  # this sentence or model lacks what the address names
        edit, wrong = parse(None), str(error)
        found = laboratory.worlds(name, sentence, "")
    pin.tell(edit=edit.written, **pin.GREEDY)
    if wrong:
        shell.problem(f"{wrong} You see the model unchanged.")
    data = laboratory.payload(name, found, laboratory.judgement(name, edit.written)).packed()
    component("what_if/laboratory/laboratory.js")(data=data, key=KEY, on_edit_change=_take)
    with st.container(key="from_understand_measure"):
        _measure(name, edit.written)
    with st.container(key="from_prove_measured"):
        _all_measured(name)


def _take() -> None:
    written = st.session_state[KEY].edit
    if isinstance(written, str):
        st.query_params[laboratory.EDIT] = written or laboratory.UNTOUCHED


def _measure(name: str, written: str) -> None:
    """Offer to measure a combination that has not been measured."""
    if not written or laboratory.judgement(name, written):
        return
    with st.container(key="laboratory_measure"):
        st.caption("Nobody has measured yet what this combination costs the model on held-out sentences.")
        if not st.button("Measure it now", icon=":material/speed:", key=f"measure {written}"):
            return
        try:
            with st.spinner(f"Translating {laboratory.MEASURED_PAIRS} held-out sentences with both versions …"):
                rows = laboratory.measured(name, written)
        except GlassformerError as error:
            shell.problem(str(error))
            return
        for row in rows:
            st.markdown(
                shell.plain(
                    f"{row['corpus']}: BLEU {row['bleu'][0]} → {row['bleu'][1]} ({row['change']}), loss "
                    f"{row['loss'][0]} → {row['loss'][1]} nats per token."
                )
            )


def _all_measured(name: str) -> None:
    rows = laboratory.all_measured(name)
    with st.expander(laboratory.COSTS, key="laboratory_costs"):
        if not rows:
            st.caption(
                shell.plain(
                    "Nothing has been measured for this model yet. To measure it, run: "
                    f"python -m transformer measure ablations {resources.loaded(name).name}"
                )
            )
            return
        st.caption(f"{laboratory.COSTS_IN} Choose a row to try it on your sentence.")
        st.dataframe(
            rows,
            hide_index=True,
            column_order=[key for key in rows[0] if key != "edit"],
            key="laboratory_table",
            on_select=_try_row,
            selection_mode="single-row",
            height=420,
            placeholder="",
        )


def _try_row() -> None:
    chosen = st.session_state["laboratory_table"].selection.rows
    if chosen:
        st.query_params[laboratory.EDIT] = laboratory.all_measured(resources.model_name())[chosen[0]]["edit"]


sentence_page("Laboratory", STORY, show, look=LOOK)
