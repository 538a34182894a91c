"""What the page shows about a recorded run: its losses, and each sentence at every checkpoint."""

from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from transformer.training.recorded_run import SHIPPED_RUN, RecordedRun, RecordedSentence, load_run
from viewer.transport.payload import Payload
from viewer.widgets import charts
from viewer.widgets.tokens import as_facts, chips, chips_within
from viewer.widgets.word_diff import words_apart

TOKENS = (1, 10, 100, 1_000)  # labelled on the losses' axis, at their logarithms
TICKS = (0, 100, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)  # updates labelled on the losses' axis


@st.cache_resource(show_spinner=False)
def load_shipped() -> RecordedRun:
    """The shipped run.

    Raises:
        GlassformerError: if its file is missing or damaged.
    """
    return load_run(SHIPPED_RUN)


@st.cache_resource(show_spinner=False)
def shipped() -> Payload:
    """The shipped run.

    Raises:
        GlassformerError: as for `load_shipped`.
    """
    return payload(load_shipped())


def payload(run: RecordedRun) -> Payload:
    """Facts and tensors of a run."""
    tensors = {f"{number}.losses": sentence.losses.float() for number, sentence in enumerate(run.sentences)}
    facts = {
        "steps": list(run.steps),
        "validation": list(run.validation),
        "heldOut": run.facts["validation_pairs"],
        "losses": charts.pack_chart(losses_figure(run)),
        "sentences": [_sentence(each) for each in run.sentences],
    }
    return Payload(facts, tensors)


def losses_figure(run: RecordedRun) -> go.Figure:
    """The losses, as tokens among which the model is unsure, over the square root of the updates."""
    last = run.steps[-1]
    ticks = [step for step in TICKS if step <= last]
    chart = charts.figure(
        "Loss over the updates: training, with smoothed labels, and held-out pairs at every checkpoint",
        "glassformer-recorded-loss",
        350,
        xaxis={
            **charts.STILL,
            "title": {"text": "updates (square-root scale)"},
            "range": [0, 1.01 * last**0.5],  # the last point whole
            "tickvals": np.sqrt(ticks),
            "ticktext": [f"{step:,}" for step in ticks],
            "unifiedhovertitle": {"text": "update %{customdata:,}"},
        },
        yaxis={
            **charts.STILL,
            "title": {"text": "tokens it hesitates among"},
            "rangemode": "tozero",
            "tickvals": np.log(TOKENS),
            "ticktext": [f"{count:,}" for count in TOKENS],
        },
    )
    held_out = f"{run.facts['validation_pairs']} sentences it never sees"
    updates = np.arange(1, len(run.log["loss"]) + 1)
    for name, steps, losses, ink, style in (
        ("sentences it learns from", updates, run.log["loss"].numpy(), charts.PALE, {"line": {"width": 1}}),
        (held_out, run.steps, run.validation, charts.ORANGE, {"mode": "lines+markers", "marker": {"size": 7}}),
    ):
        chart.add_trace(
            charts.line(name, np.sqrt(steps), losses, ink, customdata=steps, hovertemplate="loss %{y:.3f}", **style)
        )
    return chart


def story(run: RecordedRun) -> str:
    """The recording, in a sentence, for the page."""
    facts = run.facts
    model, updates = facts["model"], facts["training"]["steps"]
    return (
        f"A model of {facts['parameters'] / 1e6:.2f} M parameters ({model['encoder_layers']} + "
        f"{model['decoder_layers']} layers, d_model {model['d_model']}) learned from {facts['training_pairs']:,} pairs "
        f"of the {facts['corpus']} corpus in {updates:,} updates, {facts['target_tokens']:,} target tokens and "
        f"{facts['seconds'] / 60:.0f} minutes on {facts['machine']}. It never saw these sentences in training. The "
        "loss is a natural logarithm, in nats per token: of how many equally likely tokens would leave it as unsure."
    )


def _sentence(sentence: RecordedSentence) -> dict[str, Any]:
    return {
        "source": sentence.source,
        "target": sentence.target,
        "translations": [words_apart(sentence.target, each) for each in sentence.translations],
        "input": as_facts(chips(sentence.target_tokens)),
        "output": as_facts(chips_within(sentence.output_tokens)),
        "guesses": [as_facts(chips_within(row)) for row in sentence.guesses],
    }
