"""What the model card shows of the model that a visitor has chosen, beyond what its card says."""

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from transformer.analysis.evaluation.confidence import Calibration
from transformer.training.card import commands_behind
from viewer.app import resources
from viewer.app.page import Visit
from viewer.pictures.train.model_card import look, model_card
from viewer.transport.payload import Payload

T = TypeVar("T")


def _of_model(make: Callable[[str], T]) -> Callable[[Visit], T]:
    """What is the same for all who see the card, made once for each model from its name."""
    kept = lru_cache(maxsize=4)(make)
    return lambda visit: kept(visit.model)


@_of_model
def at_a_glance(name: str) -> Payload:
    """The model in a few numbers."""
    return look.payload(resources.load_model(name), resources.parameters(name)["total"])


def list_sizes(visit: Visit) -> pd.DataFrame:
    """Its sizes as a table."""
    return model_card.facts_table(
        model_card.facts(visit.translator.model.config, resources.parameters(visit.model)["total"])
    )


@_of_model
def parameters(name: str) -> go.Figure:
    """Where its parameters are."""
    return model_card.parameter_figure(resources.parameters(name))


def is_calibrated(visit: Visit) -> bool:
    """Whether its confidence was compared with its quality."""
    return resources.calibration(visit.model) is not None


def of_calibration(make: Callable[[Calibration], T]) -> Callable[[Visit], T]:
    """What a picture or a text makes of that."""

    @_of_model
    def made(name: str) -> T:
        calibration = resources.calibration(name)
        assert calibration is not None, "such parts are shown only of a model that has one"
        return make(calibration)

    return made


def tell_trainings(card: Mapping[str, Any]) -> str:
    """How many trainings made it, if several did."""
    count = len(commands_behind(card))
    told = f"In {count} trainings, with the commands below. Both tables describe the last one."
    return told if count > 1 else ""


def draw_commands(visit: Visit) -> None:
    """Draw the commands of its trainings, folded."""
    with st.expander("The commands, one after another"):
        for command in commands_behind(visit.translator.card):
            st.code(command, language="bash", wrap_lines=True)


def offer_card(visit: Visit) -> None:
    """Offer the card as a file."""
    st.download_button(
        "Download the card as JSON",
        json.dumps(visit.translator.card, ensure_ascii=False, indent=2),
        file_name=f"{visit.translator.name}-card.json",
        mime="application/json",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )
