"""The three attentions of a trace as stacked arrays, as the browser indexes them."""

import numpy as np

from transformer import Trace
from viewer.shared.state import Kind

PLACES: dict[Kind, str] = {
    "encoder": "encoder.{layer}.self_attention",
    "decoder": "decoder.{layer}.self_attention",
    "cross": "decoder.{layer}.cross_attention",
}


def place(kind: Kind, layer: int) -> str:
    """The name in a trace of one layer's attention, such as `decoder.2.cross_attention`."""
    return PLACES[kind].format(layer=layer)


def stacked(trace: Trace, kind: Kind, name: str) -> np.ndarray:
    """One activation of all layers of a kind, such as `weights`: (layers, H, T, S) for scores and weights."""
    layers = 0
    while f"{place(kind, layers)}.{name}" in trace:
        layers += 1
    return np.stack([trace[f"{place(kind, layer)}.{name}"].float().numpy() for layer in range(layers)])
