"""A text as the encoder reads it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """A text as the encoder reads it.

    Attributes:
        text: cleaned, and cut to the limits.
        ids: token ids, END included. tokens: how they are written.
        cut: whether something was cut off.
        capitals: whether it was typed all in capitals, which were taken away (`transformer.text.capitals`).
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    cut: bool
    capitals: bool = False

    @property
    def empty(self) -> bool:
        """Whether there is nothing to translate."""
        return not self.text


@dataclass(frozen=True)
class Spelling:
    """A target text as the decoder can be led through it.

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
