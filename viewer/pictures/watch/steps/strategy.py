"""How the address writes a decoding strategy, and the nearest valid one to whatever it contains."""

from collections.abc import Mapping
from typing import Any

from transformer.decoding.strategies import Beam, Greedy, Sampling, Strategy
from viewer.app import state
from viewer.widgets.numbers import parse_number, within

NAMES = {"greedy": "Greedy", "beam": "Beam search", "sample": "Sampling"}
DEFAULT = "greedy"
LARGEST_SEED = 9_999
LARGEST_TOP_K = 100


def strategy(values: Mapping[str, Any]) -> Strategy:
    """The strategy that these controls select.

    Args:
        values: `how`, and `size`; or `temperature`, `top_k` (0 for all tokens), `top_p` and `seed`.
    """
    if values.get("how") == "beam":
        return Beam(state.sensible_beam(values.get("size")))
    if values.get("how") == "sample":
        top_k = int(_between(values.get("top_k"), 0, LARGEST_TOP_K, 0))
        return Sampling(
            round(_between(values.get("temperature"), 0.1, 2.0, 1.0), 2),
            top_k or None,
            round(_between(values.get("top_p"), 0.05, 1.0, 1.0), 2),
            int(_between(values.get("seed"), 0, LARGEST_SEED, 0)),
        )
    return Greedy()


def _between(value: object, smallest: float, largest: float, default: float) -> float:
    found = parse_number(value)
    return default if found is None else within(found, smallest, largest)
