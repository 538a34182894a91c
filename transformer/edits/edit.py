"""Several changes as one edit, and the probe that applies them.

An edit is a value: you can store it, compare it, add it to another, write it as text and parse it again. Only `probe`
needs a model.
"""

import functools
import inspect
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec
from urllib.parse import quote

from torch import Tensor

from transformer.checks import describe_value
from transformer.edits.change import Change, EditableModel, Effect, Passing, Step
from transformer.edits.places import stream_after, sublayer_places
from transformer.errors import ArgumentError, EditError
from transformer.model.attentions import STACKS
from transformer.model.probe import AwaitedName, check_result
from transformer.text.source import Source

P = ParamSpec("P")
MOST_CHANGES = 60  # in one edit: more than all heads of a shipped model
MOST_PATCHES = 40  # of them: each one runs another sentence


@dataclass(frozen=True)
class Edit:
    """Changes made together, such as `causal_off() + zero_head("decoder.2.1")`.

    Raises:
        EditError: for more than MOST_CHANGES, or MOST_PATCHES.
    """

    changes: tuple[Change, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.changes, tuple):
            raise ArgumentError(f"An edit is made by `transformer.edits.parse`, not of {describe_value(self.changes)}.")
        if len(self.changes) > MOST_CHANGES:
            raise EditError(f"An edit can hold at most {MOST_CHANGES} changes, not {len(self.changes)}.")
        if sum(change.name == "patch" for change in self.changes) > MOST_PATCHES:
            raise EditError(f"An edit can hold at most {MOST_PATCHES} patches: each runs another sentence.")

    def __add__(self, other: "Edit") -> "Edit":
        return Edit(self.changes + other.changes)

    def __bool__(self) -> bool:
        return bool(self.changes)

    def __str__(self) -> str:
        return self.written

    def __copy__(self) -> "Edit":
        return self

    def __deepcopy__(self, memo: object) -> "Edit":
        return self

    @property
    def written(self) -> str:
        """The form that `transformer.edits.parse` reads; it fits in an address."""
        return ",".join(change.written for change in self.changes)

    @property
    def expectation(self) -> str:
        """The expected outcome, one sentence per change."""
        return " ".join(dict.fromkeys(change.expectation for change in self.changes))

    @property
    def looks_ahead(self) -> bool:
        """Whether earlier target positions then depend on later ones."""
        return any(change.effect.looks_ahead for change in self.changes)

    @property
    def sees_padding(self) -> bool:
        """Whether padding after a sentence in a batch changes its numbers: then it has to run without padding."""
        return any(change.effect.sees_padding for change in self.changes)

    def places(self, translator: EditableModel) -> tuple[str, ...]:
        """The names of the activations that it acts on.

        Raises:
            EditError: if it names something that the model does not have.
        """
        return tuple(dict.fromkeys(name for change in self.changes for name in change.effect.steps(translator)))

    def acts_on_contexts_alone(self, translator: EditableModel) -> bool:
        """Whether it changes only the output of heads: such edits can run row by row, see `RowByRow`."""
        own_source = all(change.effect.source is None for change in self.changes)
        return own_source and all(name.endswith(".context") for name in self.places(translator))

    def source(self, translator: EditableModel, source: Source) -> Source:
        """The source that the encoder reads instead of the sentence's own."""
        for change in self.changes:
            if change.effect.source is not None:
                source = change.effect.source(translator, source)
        return source

    def probe(self, translator: EditableModel) -> "EditProbe | None":
        """The probe that applies it to a model; None if it changes no activation.

        Raises:
            EditError: if it names something that the model does not have.
        """
        steps: dict[str, list[Step]] = {}
        for change in sorted(self.changes, key=lambda each: each.effect.rank):
            for name, step in change.effect.steps(translator).items():
                steps.setdefault(name, []).append(step)
        return EditProbe(self, translator, steps) if steps else None


CHANGES: dict[str, Callable[..., Edit]] = {}  # all by name: the package imports every module that has some


def named(expectation: str | Callable[..., str]) -> Callable[[Callable[P, Effect]], Callable[P, Edit]]:
    """Turn a function that returns an effect into one that returns an edit; the change gets the function's name.

    It is then among `CHANGES`, so that a text can name it.

    Args:
        expectation: what to expect of it, in a sentence or two, or a function of its arguments that returns it.
    """

    def decorated(effect: Callable[P, Effect]) -> Callable[P, Edit]:
        signature = inspect.signature(effect)

        @functools.wraps(effect)
        def edit(*args: P.args, **kwargs: P.kwargs) -> Edit:
            given = signature.bind(*args, **kwargs)
            given.apply_defaults()
            arguments = tuple(_as_argument(each) for each in given.args)
            expected = expectation if isinstance(expectation, str) else expectation(*args, **kwargs)
            return Edit((Change(effect.__name__, arguments, expected, effect(*args, **kwargs)),))

        CHANGES[effect.__name__] = edit
        return edit

    return decorated


def _as_argument(value: object) -> str:
    """A number with as many digits as it needs; a text escaped so that no comma or colon in it splits the edit."""
    return f"{value:.6g}" if isinstance(value, float) else escape_argument(str(value))


def escape_argument(text: str) -> str:
    """A text as an argument of an edit, in which commas and colons separate."""
    return quote(text.strip(), safe="*")


def compose(*edits: Edit) -> Edit:
    """All of them as one edit."""
    return Edit(tuple(change for edit in edits for change in edit.changes))


# Where a pass begins and ends, and where it says how many positions came before it.
_NEEDED = ("encoder.embedding", "encoder.output", "decoder.0.self_attention.raw_scores", "logits")


def _layer_of(name: str) -> str:
    """What the names of all activations of the same layer begin with; outside the layers, the name itself."""
    stack, number = (*name.split("."), "")[:2]
    return f"{stack}.{number}." if number.isdigit() else name


class EditProbe:
    """A probe that makes the changes of an edit.

    What it stores about a pass belongs to the thread that runs it, and ends with the pass: threads can share one probe,
    and each sees only its own sentence.

    Attributes:
        asked: the names that it acts on. looks_ahead: see `transformer.model.probe.looks_ahead`.
        in_encoder: whether all of them are the encoder's: then the decoder can run without it.
        watched: the names that it has to see: all of a layer it acts on, and what a `Passing` needs.
    """

    def __init__(self, edit: Edit, translator: EditableModel, steps: dict[str, list[Step]]) -> None:
        self.asked = tuple(AwaitedName(name, whole=True) for name in steps)
        self.looks_ahead = edit.looks_ahead
        self.in_encoder = all(name.startswith("encoder.") for name in steps)
        self._made = Edit.probe, (edit, translator)
        self._steps = steps
        config = translator.model.config
        self._streams = {
            **{f"{stack}.input": stack for stack in STACKS},
            **{stream_after(config, place): place.partition(".")[0] for place in sublayer_places(config)},
        }
        layers = tuple(_layer_of(name) for name in steps)
        needed = {*_NEEDED, *self._streams}
        self.watched = tuple(
            name for name in translator.model.activation_names() if name in needed or name.startswith(layers)
        )
        self._own = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        return self._made

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Change an activation by the edit."""
        if name == "encoder.embedding" or not hasattr(self._own, "passing"):
            self._own.passing = Passing()
        passing: Passing = self._own.passing
        for step in self._steps.get(name, ()):
            value = check_result(name, value, step(value, passing))
        passing.see(name, value, self._streams.get(name))
        if name == "logits" or (self.in_encoder and name == "encoder.output"):
            del self._own.passing
        return value


class RowByRow:
    """A probe that applies a different edit to each row of a batch, for edits that change only heads' contexts.

    For one decoding, or one pass; the search tells it which rows continue.

    Raises:
        EditError: if one of them names something that the model does not have.
    """

    def __init__(self, translator: EditableModel, edits: Sequence[Edit]) -> None:
        self.steps: dict[tuple[str, int], list[Step]] = {}
        for row, edit in enumerate(edits):
            for change in edit.changes:
                for name, step in change.effect.steps(translator).items():
                    self.steps.setdefault((name, row), []).append(step)
        self.rows = list(range(len(edits)))
        self.watched = tuple(dict.fromkeys(name for name, _ in self.steps))

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Change an activation, each row by its own edit."""
        for at, row in enumerate(self.rows):
            for step in self.steps.get((name, row), ()):
                own = value[at : at + 1]
                value[at : at + 1] = check_result(name, own, step(own, Passing()))
        return value

    def select(self, rows: Tensor) -> None:
        """Continue with these rows, in this order."""
        self.rows = [self.rows[row] for row in rows.tolist()]
