"""Named activations, observed through a probe.

Every intermediate value of the forward pass has a name that says where it is, such as
`decoder.2.cross_attention.weights`. The forward pass hands each of them to a *probe*, a callable
`(name, tensor) -> tensor`, and continues with what the probe returns:

- no probe (`None`, the default): nothing is named, nothing is kept, attention runs fused;
- a `Recorder` keeps every value and returns it unchanged;
- an *intervention* returns something else, and the model continues with that.

The probe travels as an argument. A model shared by many visitors therefore has no hooks and stores no attention.

A name that no activation has would never come up, and the probe would silently do nothing. So the probes of `Recorder`,
`intervene` and `chain` list the names they are `asked` for, and the model rejects a probe that asks for one it does not
have.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from torch import Tensor

from transformer.checks import check_iterable, check_type, describe_value
from transformer.errors import ProbeError

Probe: TypeAlias = Callable[[str, Tensor], Tensor]


def probe_point(probe: Probe | None, name: str, value: Tensor) -> Tensor:
    """Hand a copy of `value` to the probe under `name`, and return what the model continues with.

    The copy is the probe's own. So a change in place is like any other: it reaches neither the model's
    tables, nor the keys and values kept from step to step, nor what was recorded before.
    """
    if probe is None or ((watched := _watched_names(probe)) is not None and name not in watched):
        return value
    return probe(name, value.clone())


def prefix_names(probe: Probe | None, place: str | int) -> Probe | None:
    """The same probe for a part of the model: names given to it are prefixed with `place` and a dot.

    None for a part of which the probe has nothing `watched`.
    """
    if probe is None:
        return None
    outer, prefix, watched = probe, f"{place}.", _watched_names(probe)
    if watched is None:
        return lambda name, value: outer(f"{prefix}{name}", value)
    own = tuple(name.removeprefix(prefix) for name in watched if name.startswith(prefix))
    return _Watching(lambda name, value: outer(f"{prefix}{name}", value), own) if own else None


class _Watching:
    """A probe that sees nothing but what it has `watched`."""

    def __init__(self, probe: Probe, watched: tuple[str, ...]) -> None:
        self.probe, self.watched = probe, watched

    def __call__(self, name: str, value: Tensor) -> Tensor:
        return self.probe(name, value)


def _watched_names(probe: Probe) -> tuple[str, ...] | None:
    """All the names that a probe has to see, where it says so; a part of the model without them runs unobserved."""
    watched: tuple[str, ...] | None = getattr(probe, "watched", None)
    return watched


def check_results(probe: Probe | None) -> Probe | None:
    """The same probe, with its results checked: a model can't continue with just anything.

    Raises:
        ProbeError: raised by the returned probe, as for `check_result`, and for numbers that are not finite. Before a
            softmax, −∞ can mask single columns.
    """
    if probe is None or type(probe) is Recorder:  # which returns what it was given
        return probe
    given = probe

    def guard(name: str, value: Tensor) -> Tensor:
        version = None if value.is_inference() else value._version
        found = check_result(name, value, given(name, value))
        untouched = found is value and version is not None and version == value._version
        if not untouched and not _is_finite(name, found):
            raise ProbeError(f"With this probe {name!r} holds numbers that are not finite (NaN or an infinity).")
        return found

    watched = _watched_names(probe)
    return guard if watched is None else _Watching(guard, watched)


def check_result(name: str, value: Tensor, found: object) -> Tensor:
    """Check that a model can continue with the value that a probe returned.

    Raises:
        ProbeError: if it is not a tensor, has another shape or type, is on another device, or is not an order of
            layers.
    """
    if not isinstance(found, Tensor):
        given = "nothing" if found is None else f"a value of type {type(found).__name__!r}"
        raise ProbeError(f"The probe returned {given} for {name!r}: it must return a tensor, changed or not.")
    for what, before, after in (
        ("shape", tuple(value.shape), tuple(found.shape)),
        ("type", value.dtype, found.dtype),
        ("device", value.device, found.device),
    ):
        if before != after:
            raise ProbeError(f"The probe returned a tensor of {what} {after} for {name!r}: {before} is needed.")
    if name.endswith(".order") and found is not value and not set(found.tolist()) <= set(range(len(found))):
        raise ProbeError(f"The probe returned {found.tolist()} for {name!r}: there are layers 0 … {len(found) - 1}.")
    return found


def _is_finite(name: str, value: Tensor) -> bool:
    if name.endswith(("scores", "logits")) and value.numel():
        value = value.amax(dim=-1)
    return bool(value.isfinite().all())


class AwaitedName(NamedTuple):
    """A name that a probe waits for.

    Attributes:
        name: of an activation. whole: whether it is a whole name; if not, it can be the beginning of several.
    """

    name: str
    whole: bool


class Recorder:
    """A probe that keeps what passes through it, detached from the graph.

    Args:
        only: names, or beginnings of names, to keep; everything by default.

    Attributes:
        activations: name to tensor, in the order of the forward pass.
        asked: what `only` names.
    """

    def __init__(self, only: Iterable[str] | None = None) -> None:
        self.only = (
            None
            if only is None
            else (only,)
            if isinstance(only, str)
            else tuple(check_iterable(only, "A list of names"))
        )
        self.asked = tuple(AwaitedName(name, whole=False) for name in self.only or ())
        self.activations: dict[str, Tensor] = {}

    def __repr__(self) -> str:
        return f"Recorder({len(self.activations)} activations, whose names are list(recorder.activations))"

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Store `value` under `name` and return it unchanged."""
        if self.only is None or name.startswith(self.only):
            self.activations[name] = value.detach() if value.requires_grad else value
        return value


class Chain:
    """Several probes as one, see `chain`."""

    def __init__(self, probes: Sequence[Probe]) -> None:
        self.probes = tuple(probes)
        self.asked = tuple(each for probe in probes for each in awaited_names(probe))
        self.looks_ahead = any(looks_ahead(probe) for probe in probes)

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Pass `value` through each of them in turn."""
        for probe in self.probes:
            value = check_result(name, value, probe_point(probe, name, value))
        return value

    def select(self, rows: Tensor) -> None:
        """As `select_rows`, for each of them."""
        for probe in self.probes:
            select_rows(probe, rows)


def chain(*probes: Probe) -> Probe:
    """One probe that passes each value through several, first to last: put interventions before a recorder."""
    return Chain(probes)


class Intervention:
    """A probe that replaces some activations, see `intervene`."""

    def __init__(self, changes: Mapping[str, Callable[[Tensor], Tensor]]) -> None:
        self.changes = dict(check_type(changes, Mapping, "A mapping from names to functions"))
        for name, change in self.changes.items():
            if not callable(change):
                raise ProbeError(f"{name!r} needs a function that returns what the model continues with.")
        self.asked = tuple(AwaitedName(name, whole=True) for name in changes)

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """The change made to `name`, or `value` itself."""
        change = self.changes.get(name)
        return value if change is None else change(value)


def intervene(changes: Mapping[str, Callable[[Tensor], Tensor]]) -> Probe:
    """A probe that replaces the activations named in `changes` by the function's result, and leaves the others."""
    return Intervention(changes)


def looks_ahead(probe: Probe | None) -> bool:
    """Whether a probe says that it lets earlier target positions depend on later ones.

    Whatever was computed for those changes with every new token: decoding has to rerun the whole target at each step,
    instead of caching keys and values.
    """
    return bool(getattr(probe, "looks_ahead", False))


def select_rows(probe: Probe, rows: Tensor) -> None:
    """Tell a probe which rows of a batch continue, in this order, if it treats rows separately (method `select`)."""
    select = getattr(probe, "select", None)
    if select is not None:
        select(rows)


def awaited_names(probe: Probe | None) -> tuple[AwaitedName, ...]:
    """The names that a probe waits for; none if it takes all of them.

    Raises:
        ProbeError: if it cannot be called.
    """
    if probe is not None and not callable(probe):
        raise ProbeError(
            f"A probe is a function of a name and a tensor that returns a tensor, not {describe_value(probe)}."
        )
    asked: tuple[AwaitedName, ...] = getattr(probe, "asked", ())
    return asked


@lru_cache(maxsize=64)  # decoding asks the same at every step
def check_activation_names(asked: tuple[AwaitedName, ...], known: tuple[str, ...]) -> None:
    """Check that the model has every name that a probe waits for.

    Args:
        known: the names of all the model's activations.

    Raises:
        ProbeError: for a name that it does not have, suggesting the nearest.
    """
    for name, whole in asked:
        if not any(each == name or (not whole and each.startswith(name)) for each in known):
            raise ProbeError(f"The model has no activation {name!r}; the nearest are {nearest_in_words(name, known)}.")


def nearest(name: object, known: Iterable[str]) -> list[str]:
    """The names most similar to a misspelt one, the most similar first."""
    return get_close_matches(str(name), list(known), n=3, cutoff=0.0)


def nearest_in_words(name: object, known: Iterable[str]) -> str:
    """`nearest` as a list in a sentence."""
    *others, last = nearest(name, known)
    return f"{', '.join(others)} and {last}" if others else last
