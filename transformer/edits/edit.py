"""Several changes as one edit, and the probe that carries them out.

An edit is a value: it can be kept, compared, added to another, written down and read again. Only `probe` needs a model.
"""

import functools
import inspect
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ParamSpec
from urllib.parse import quote

from torch import Tensor

from transformer.checks import shown
from transformer.edits.change import Change, EditableModel, Effect, Passing, Step
from transformer.edits.places import stream_after, sublayer_places
from transformer.errors import ArgumentError, EditError
from transformer.model.attentions import STACKS
from transformer.model.probe import Asked, usable
from transformer.text.source import Source

P = ParamSpec("P")
MOST_CHANGES = 60  # in one edit: more than all heads of a model that ships
MOST_PATCHES = 40  # among them: each runs another sentence


@dataclass(frozen=True)
class Edit:
    """Changes that are made together, such as `causal_off() + zero_head("decoder.2.1")`.

    Raises:
        EditError: for more than MOST_CHANGES, or MOST_PATCHES.
    """

    changes: tuple[Change, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.changes, tuple):
            raise ArgumentError(f"An edit is made by `transformer.edits.parse`, not of {shown(self.changes)}.")
        if len(self.changes) > MOST_CHANGES:
            raise EditError(f"An edit can hold {MOST_CHANGES} changes at most, not {len(self.changes)}.")
        if sum(change.name == "patch" for change in self.changes) > MOST_PATCHES:
            raise EditError(f"An edit can hold {MOST_PATCHES} patches at most: each runs another sentence.")

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
        """The form that `transformer.edits.parse` reads again: an address can hold it."""
        return ",".join(change.written for change in self.changes)

    @property
    def expectation(self) -> str:
        """The expected outcome, a sentence for each change."""
        return " ".join(dict.fromkeys(change.expectation for change in self.changes))

    @property
    def looks_ahead(self) -> bool:
        """Whether earlier target positions then depend on later ones."""
        return any(change.effect.looks_ahead for change in self.changes)

    @property
    def sees_padding(self) -> bool:
        """Whether padding after a sentence in a batch changes its numbers: then it has to be run without."""
        return any(change.effect.sees_padding for change in self.changes)

    def places(self, translator: EditableModel) -> tuple[str, ...]:
        """The names of the activations that it acts on.

        Raises:
            EditError: if it names what the model does not have.
        """
        return tuple(dict.fromkeys(name for change in self.changes for name in change.effect.steps(translator)))

    def acts_on_contexts_alone(self, translator: EditableModel) -> bool:
        """Whether it changes only what heads pass on: such edits can be made row by row, see `RowByRow`."""
        own_source = all(change.effect.source is None for change in self.changes)
        return own_source and all(name.endswith(".context") for name in self.places(translator))

    def source(self, translator: EditableModel, source: Source) -> Source:
        """The source that the encoder reads in place of a sentence's."""
        for change in self.changes:
            if change.effect.source is not None:
                source = change.effect.source(translator, source)
        return source

    def probe(self, translator: EditableModel) -> "EditProbe | None":
        """The probe that carries it out on a model; None if it changes no activation.

        Raises:
            EditError: if it names what the model does not have.
        """
        steps: dict[str, list[Step]] = {}
        for change in sorted(self.changes, key=lambda each: each.effect.rank):
            for name, step in change.effect.steps(translator).items():
                steps.setdefault(name, []).append(step)
        return EditProbe(self, translator, steps) if steps else None


def named(expectation: str | Callable[..., str]) -> Callable[[Callable[P, Effect]], Callable[P, Edit]]:
    """Make an edit of one change of a function that returns its effect: the function's name is the change's.

    Args:
        expectation: what to expect of it, in a sentence or two, or a function of its arguments that says so.
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

        return edit

    return decorated


def _as_argument(value: object) -> str:
    """A number with the digits that it needs; a text so that no comma or colon of it divides the edit."""
    return f"{value:.6g}" if isinstance(value, float) else escaped(str(value))


def escaped(text: str) -> str:
    """A text as an argument of a written edit, in which commas and colons divide."""
    return quote(text.strip(), safe="*")


def compose(*edits: Edit) -> Edit:
    """All of them as one."""
    return Edit(tuple(change for edit in edits for change in edit.changes))


class EditProbe:
    """A probe that makes the changes of an edit.

    What it remembers of a pass belongs to the thread that runs it, and ends with the pass: threads may share one probe,
    and each sees its own sentence only.

    Attributes:
        asked: the names that it acts on. looks_ahead: see `transformer.model.probe.looks_ahead`.
    """

    def __init__(self, edit: Edit, translator: EditableModel, steps: dict[str, list[Step]]) -> None:
        self.asked = tuple(Asked(name, whole=True) for name in steps)
        self.looks_ahead = edit.looks_ahead
        self._made = Edit.probe, (edit, translator)
        self._steps = steps
        config = translator.model.config
        self._streams = {
            **{f"{stack}.input": stack for stack in STACKS},
            **{stream_after(config, place): place.partition(".")[0] for place in sublayer_places(config)},
        }
        self._own = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        return self._made

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Change an activation as the edit says."""
        if name == "encoder.embedding" or not hasattr(self._own, "passing"):
            self._own.passing = Passing()
        passing: Passing = self._own.passing
        for step in self._steps.get(name, ()):
            value = usable(name, value, step(value, passing))
        passing.see(name, value, self._streams.get(name))
        if name == "logits":
            del self._own.passing
        return value


class RowByRow:
    """A probe that makes another edit in each row of a batch: of edits that act on heads' contexts alone.

    For one decoding, or one pass; the search tells it which rows continue.

    Raises:
        EditError: if one of them names what the model does not have.
    """

    def __init__(self, translator: EditableModel, edits: Sequence[Edit]) -> None:
        self.steps: dict[tuple[str, int], list[Step]] = {}
        for row, edit in enumerate(edits):
            for change in edit.changes:
                for name, step in change.effect.steps(translator).items():
                    self.steps.setdefault((name, row), []).append(step)
        self.rows = list(range(len(edits)))

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Change an activation, each row by its own edit."""
        if not name.endswith(".context"):
            return value
        value = value.clone()
        for at, row in enumerate(self.rows):
            for step in self.steps.get((name, row), ()):
                own = value[at : at + 1]
                value[at : at + 1] = usable(name, own, step(own, Passing()))
        return value

    def select(self, rows: Tensor) -> None:
        """Go on with these rows, in this order."""
        self.rows = [self.rows[row] for row in rows.tolist()]
