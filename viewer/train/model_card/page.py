"""Model card: what the model is, what it was trained on, and how well it translates."""

import json
from collections.abc import Mapping

import pandas as pd
import streamlit as st

from transformer import GlassformerError, Translator, count_parameters
from transformer.analysis.evaluation.confidence import Calibration
from transformer.model.card import IMPORTED
from transformer.training.card import commands_behind
from viewer.app import resources, shell
from viewer.train.model_card import look, model_card, texts
from viewer.widgets import charts, glossary, tables
from viewer.widgets.component import component


def show() -> None:
    """Draw the page."""
    shell.head("Model card", texts.STORY, look=texts.LOOK)
    try:
        translator = resources.loaded(resources.model_name())
    except GlassformerError as error:
        shell.problem(str(error))
        return
    counts, card = count_parameters(translator.model), translator.card
    with st.container(key="at_look_picture"):
        data = look.payload(translator, counts["total"]).packed()
        component("train/model_card/look.js")(data=data, key="model_card_look")
    with st.container(key="from_understand_card"):
        _sizes(translator, counts)
        _scores(card)
    with st.container(key="from_prove_card"):
        _confidence(resources.calibration(resources.model_name()))
        _training(card)
        st.download_button(
            "Download the card as JSON",
            json.dumps(card, ensure_ascii=False, indent=2),
            file_name=f"{translator.name}-card.json",
            mime="application/json",
            icon=":material/download:",
            type="tertiary",
            on_click="ignore",
        )


def _sizes(translator: Translator, counts: Mapping[str, int]) -> None:
    sizes = model_card.facts(translator.model.config, counts["total"])
    with st.container(key="sizes"), st.container(horizontal=True):  # on a phone they take two rows
        for label, value in sizes.items():
            st.metric(label, value, width=108)
    charts.show(model_card.parameter_figure(counts), "parameters")


def _scores(card: dict[str, object]) -> None:
    st.subheader(model_card.SCORES, anchor=False)
    scores = model_card.score_table(card)
    if scores.empty:
        st.caption("Not measured yet. To measure it, run: python -m transformer evaluate --write-card")
        return
    tables.show(scores, model_card.SCORES, "scores")
    st.caption(glossary.linked(model_card.scores_told(card)))
    st.code("\n".join(model_card.signatures(card)), language=None, wrap_lines=True)


def _confidence(calibration: Calibration | None) -> None:
    if calibration is None:
        return
    st.subheader(model_card.CONFIDENCE, anchor=False)
    st.caption(shell.plain(model_card.confidence_told(calibration)))
    picture, table = st.columns(2, gap="large")
    with picture:
        charts.show(model_card.calibration_figure(calibration), "confidence")
    with table:
        tables.show(model_card.grade_table(calibration), model_card.CONFIDENCE, "grades")


def _training(card: dict[str, object]) -> None:
    if IMPORTED in card:
        st.subheader(model_card.ORIGIN, anchor=False)
        st.markdown(shell.plain(look.origin(card)))
        st.code(str(card.get("command", "")), language="bash", wrap_lines=True)
        return
    st.subheader(model_card.TRAINING, anchor=False)
    commands = commands_behind(card)
    if len(commands) > 1:
        st.caption(f"In {len(commands)} trainings, with the commands below. Both tables describe the last one.")
    tables.show(model_card.corpus_table(card), "What it was trained on", "corpora")
    facts = model_card.training_facts(card)
    listed = pd.DataFrame({"What": list(facts), "Value": list(facts.values())})
    tables.show(listed, model_card.TRAINING, "training_facts")
    recipe = model_card.recipe_told(card)
    if recipe:
        told, again = recipe
        st.markdown(shell.plain(told))
        if again:
            st.code(again, language="bash", wrap_lines=True)
    with st.expander("The commands, one after another"):
        for command in commands:
            st.code(command, language="bash", wrap_lines=True)
    licences = model_card.licences(card)
    if licences:
        st.subheader(model_card.LICENCES_OF, anchor=False)
    for line in licences:
        st.markdown(shell.plain(line))


show()
