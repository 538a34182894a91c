"""A text as the encoder reads it."""

from dataclasses import dataclass, field

from transformer.text.carried import NOTHING_CARRIED, Carried


@dataclass(frozen=True)
class Source:
    """A text as the encoder reads it.

    Attributes:
        text: cleaned, plainly spelled, and cut to the limits, without what is carried around the model.
        ids: token ids, END included. tokens: how they are written.
        cut: whether something was cut off.
        capitals: whether words in capitals are read in small letters (`transformer.text.capitals`).
        carried: what the model does not read, but is put back into the translation.
    """

    text: str
    ids: tuple[int, ...] = field(repr=False)
    tokens: tuple[str, ...] = field(repr=False)
    cut: bool
    capitals: bool = False
    carried: Carried = NOTHING_CARRIED

    @property
    def empty(self) -> bool:
        """Whether there is nothing to translate."""
        return not self.text


@dataclass(frozen=True)
class Spelling:
    """A target text as the decoder can be teacher-forced with it.

    Attributes:
        ids: without START and END. tokens: how they are written.
        text: what of it the vocabulary can spell.
        lost: the characters that it cannot spell, which were left out.
        cut: whether the text was longer than a translation may be.
    """

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    text: str
    lost: str
    cut: bool
