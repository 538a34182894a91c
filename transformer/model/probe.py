"""Named activations, seen through a probe.

Every intermediate value of the forward pass has one name, its place in the model, such as
`decoder.2.cross_attention.weights`. The forward pass hands each of them to a *probe*, a callable
`(name, tensor) -> tensor`, and goes on with what the probe returns:

- no probe (`None`, the default): nothing is named, nothing is kept, attention runs fused;
- a `Recorder` keeps every value and returns it unchanged;
- an *intervention* returns something else, and the model goes on with that.

The probe travels as an argument. A model shared by many visitors therefore holds no hook and no stored attention.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from torch import Tensor

Probe: TypeAlias = Callable[[str, Tensor], Tensor]


def seen(probe: Probe | None, name: str, value: Tensor) -> Tensor:
    """Hand `value` to the probe under `name`, and return what the model shall go on with."""
    return value if probe is None else probe(name, value)


def within(probe: Probe | None, place: str | int) -> Probe | None:
    """The same probe for a part of the model: names given to it are prefixed with `place` and a dot."""
    if probe is None:
        return None
    outer = probe
    return lambda name, value: outer(f"{place}.{name}", value)


class Recorder:
    """A probe that keeps what passes, detached from the graph.

    Args:
        only: names, or beginnings of names, to keep; everything when left out.

    Attributes:
        activations: name to tensor, in the order of the forward pass.
    """

    def __init__(self, only: Iterable[str] | None = None) -> None:
        self.only = None if only is None else tuple(only)
        self.activations: dict[str, Tensor] = {}

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Keep `value` under `name` and return it unchanged."""
        if self.only is None or name.startswith(self.only):
            self.activations[name] = value.detach()
        return value


def chain(*probes: Probe) -> Probe:
    """One probe that passes each value through several, first to last: interventions first, a recorder behind them."""

    def combined(name: str, value: Tensor) -> Tensor:
        for probe in probes:
            value = probe(name, value)
        return value

    return combined


def intervene(changes: dict[str, Callable[[Tensor], Tensor]]) -> Probe:
    """A probe that replaces the activations named in `changes` by the function's result, and leaves the others."""

    def intervention(name: str, value: Tensor) -> Tensor:
        change = changes.get(name)
        return value if change is None else change(value)

    return intervention
