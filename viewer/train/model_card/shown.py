"""What the model card shows of the model that a visitor has chosen."""

import json
from collections.abc import Callable
from typing import TypeVar

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from transformer import count_parameters
from transformer.analysis.evaluation.confidence import Calibration
from transformer.model.card import IMPORTED
from transformer.training.card import commands_behind
from viewer.app import resources
from viewer.app.page import Visit
from viewer.train.model_card import look, model_card
from viewer.widgets.payload import Payload

T = TypeVar("T")


def at_a_glance(visit: Visit) -> Payload:
    """The model in a few numbers."""
    return look.payload(visit.translator, count_parameters(visit.translator.model)["total"])


def draw_sizes(visit: Visit) -> None:
    """Draw its sizes, each large."""
    with st.container(horizontal=True):  # on a phone they take two rows
        for label, value in _sizes(visit).items():
            st.metric(label, value, width=108)


def list_sizes(visit: Visit) -> pd.DataFrame:
    """Its sizes as a table."""
    return _listed(_sizes(visit))


def is_alone(visit: Visit) -> bool:
    """Whether there is no server."""
    return visit.alone


def parameters(visit: Visit) -> go.Figure:
    """Where its parameters are."""
    return model_card.parameter_figure(count_parameters(visit.translator.model))


def is_scored(visit: Visit) -> bool:
    """Whether its translations were measured."""
    return bool(visit.translator.card.get("scores"))


def is_not_scored(visit: Visit) -> bool:
    """Whether they were not."""
    return not is_scored(visit)


def is_chosen_on_dev(visit: Visit) -> bool:
    """Whether some scores are on sets that chose its checkpoints."""
    card = visit.translator.card
    on_dev = any(row.get("split") == "dev" for row in card.get("scores", []))
    return on_dev and "averaged_checkpoints" in card.get("training", {})


def has_other_seeds(visit: Visit) -> bool:
    """Whether another model was built with the same recipe."""
    return bool(visit.translator.card.get("recipe", {}).get("other_seeds"))


def scores(visit: Visit) -> pd.DataFrame:
    """How well it translates."""
    return model_card.score_table(visit.translator.card)


def signatures(visit: Visit) -> str:
    """How the scores were counted."""
    return "\n".join(model_card.signatures(visit.translator.card))


def is_calibrated(visit: Visit) -> bool:
    """Whether its confidence was compared with its quality."""
    return resources.calibration(visit.model) is not None


def of_calibration(make: Callable[[Calibration], T]) -> Callable[[Visit], T]:
    """What a picture or a text makes of that."""

    def made(visit: Visit) -> T:
        calibration = resources.calibration(visit.model)
        assert calibration is not None, "such parts are shown only of a model that has one"
        return make(calibration)

    return made


def is_imported(visit: Visit) -> bool:
    """Whether it was trained elsewhere."""
    return IMPORTED in visit.translator.card


def is_trained_here(visit: Visit) -> bool:
    """Whether it was trained by this project."""
    return not is_imported(visit)


def origin(visit: Visit) -> str:
    """Where an imported model comes from."""
    return look.origin(visit.translator.card)


def import_command(visit: Visit) -> str:
    """The command that imported it."""
    return str(visit.translator.card.get("command", ""))


def tell_trainings(visit: Visit) -> str:
    """How many trainings made it."""
    commands = commands_behind(visit.translator.card)
    return f"In {len(commands)} trainings, with the commands below. Both tables describe the last one."


def has_several_trainings(visit: Visit) -> bool:
    """Whether several did."""
    return len(commands_behind(visit.translator.card)) > 1


def corpora(visit: Visit) -> pd.DataFrame:
    """What it was trained on."""
    return model_card.corpus_table(visit.translator.card)


def training(visit: Visit) -> pd.DataFrame:
    """How it was trained."""
    return _listed(model_card.training_facts(visit.translator.card))


def tell_recipe(visit: Visit) -> str:
    """The recipe that made it."""
    return _recipe(visit)[0]


def recipe_command(visit: Visit) -> str:
    """The command that builds one like it."""
    return _recipe(visit)[1]


def has_recipe(visit: Visit) -> bool:
    """Whether a recipe made it."""
    return bool(_recipe(visit)[0])


def has_recipe_command(visit: Visit) -> bool:
    """Whether that recipe ships with this version."""
    return bool(_recipe(visit)[1])


def draw_commands(visit: Visit) -> None:
    """Draw the commands of its trainings, folded."""
    with st.expander("The commands, one after another"):
        for command in commands_behind(visit.translator.card):
            st.code(command, language="bash", wrap_lines=True)


def has_licences(visit: Visit) -> bool:
    """Whether the terms of what it learned from are known."""
    return bool(model_card.licences(visit.translator.card))


def licences(visit: Visit) -> pd.DataFrame:
    """Those terms, corpus by corpus."""
    return pd.DataFrame({"Corpus": model_card.licences(visit.translator.card)})


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


def _sizes(visit: Visit) -> dict[str, str]:
    return model_card.facts(visit.translator.model.config, count_parameters(visit.translator.model)["total"])


def _recipe(visit: Visit) -> tuple[str, str]:
    return model_card.recipe_told(visit.translator.card) or ("", "")


def _listed(facts: dict[str, str]) -> pd.DataFrame:
    return pd.DataFrame({"What": list(facts), "Value": list(facts.values())})
