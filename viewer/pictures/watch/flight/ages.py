"""The small model that was recorded while it learned, for the slider of its age below the front page's picture."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypedDict

from transformer.errors import GlassformerError
from transformer.model.translation_model import count_parameters
from transformer.training.ages import SHIPPED_AGES, load_age, read_ages
from viewer.app.page import Visit
from viewer.engine.live.offer import offer_ages
from viewer.pictures.watch.flight import flight
from viewer.pictures.watch.flight.flight import WHOLE, FlightModel, of_model
from viewer.transport.constants import Made


class AgesModel(TypedDict):
    """What the slider says of the model: the updates before each age, and the loss there."""

    model: FlightModel
    parameters: int
    layers: Sequence[int]
    steps: Sequence[int]
    losses: Sequence[float]


def payload(visit: Visit) -> Made | None:
    """The flight's, with where the browser finds the recorded model, if it is of the same languages.

    Raises:
        GlassformerError: as for `resources.load_model`.
    """
    made = flight.payload(visit)
    if made is None:
        return None
    ages, spoken = _recorded(SHIPPED_AGES), of_model(visit.translator)
    is_same = ages is not None and all(ages["model"][each] == spoken[each] for each in ("reads", "language"))
    return replace(made, payload=replace(made.payload, facts={**made.payload.facts, "ages": ages if is_same else None}))


@lru_cache(maxsize=2)
def _recorded(folder: Path) -> dict[str, Any] | None:
    """None where its files are missing or can't be handed out."""
    try:
        ages = read_ages(folder)
        translator = load_age(ages.steps[-1], folder)
    except GlassformerError:
        return None
    config, engine = translator.model.config, offer_ages(folder, translator, WHOLE, {"kind": "whole"})
    told: AgesModel = {
        "model": of_model(translator),
        "parameters": count_parameters(translator.model)["total"],
        "layers": (config.encoder_layers, config.decoder_layers),
        "steps": ages.steps,
        "losses": ages.losses,
    }
    return engine and {**told, "engine": engine}
