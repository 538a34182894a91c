"""The state shown: a sentence, by a model, with a search and possibly changes; and how an address writes it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl

from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from viewer.app import state

MAX_EDIT = 4_000  # characters of an edit in an address; the edits' own limit is lower
MAX_MODEL = 100
# Characters that would separate one value from the next. The address encodes everything else once: if we encoded it
# too, a letter such as é would take ten characters.
_ESCAPED = str.maketrans({each: f"%{ord(each):02X}" for each in "%&+"})
_MODEL, _SENTENCE, _EDIT, _BEAM, _ALPHA = "model", "sentence", "edit", "beam", "alpha"


@dataclass(frozen=True)
class Shown:
    """The state shown.

    Attributes:
        model: its name among those offered, see `viewer.app.pinned.seen.open_model`.
        sentence: None for the page's current sentence.
        edit: the changes of the model, as `transformer.edits` writes them.
        beam, alpha: of the search; a beam of 1 is greedy decoding.
    """

    model: str
    sentence: str | None
    edit: str = ""
    beam: int = DEFAULT_BEAM
    alpha: float = DEFAULT_ALPHA

    @property
    def as_address(self) -> str:
        """As an address writes it, without defaults."""
        kept = {_MODEL: self.model, _SENTENCE: self.sentence, _EDIT: self.edit or None}
        kept |= {_BEAM: str(self.beam) if self.beam != DEFAULT_BEAM else None}
        kept |= {_ALPHA: f"{self.alpha:g}" if self.alpha != DEFAULT_ALPHA else None}
        return "&".join(f"{name}={value.translate(_ESCAPED)}" for name, value in kept.items() if value is not None)

    def on(self, sentence: str) -> "Shown":
        """The same on the page's sentence, unless it has one of its own."""
        return replace(self, sentence=sentence) if self.sentence is None else self


def parse_shown(written: str | None) -> Shown | None:
    """The state in an address; None if that makes no sense."""
    said: Mapping[str, Any] = dict(parse_qsl(written or "", keep_blank_values=True))
    model = str(said.get(_MODEL, ""))[:MAX_MODEL]
    if not model:
        return None
    return Shown(
        model,
        state.sensible_sentence(said[_SENTENCE]) if _SENTENCE in said else None,
        str(said.get(_EDIT, ""))[:MAX_EDIT],
        state.sensible_beam(said.get(_BEAM)),
        state.sensible_alpha(said.get(_ALPHA)),
    )
