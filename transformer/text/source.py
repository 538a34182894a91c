"""A text as the encoder reads it."""

from dataclasses import dataclass, field

from transformer.text.carried import NOTHING_CARRIED, Carried


@dataclass(frozen=True)
class Source:
    """A text as the encoder reads it.

    Attributes:
        text: cleaned, in its plain spelling, and truncated to the limits, without what bypasses the model.
        ids: token ids, END included. tokens: how they are written.
        cut: whether it was truncated.
        capitals: whether words in capitals are read in lower case (`transformer.text.capitals`).
        headline: whether these are the words of a headline.
        carried: what the model does not read, but is put back into the translation.
    """

    text: str
    ids: tuple[int, ...] = field(repr=False)
    tokens: tuple[str, ...] = field(repr=False)
    cut: bool
    capitals: bool = False
    headline: bool = False
    carried: Carried = NOTHING_CARRIED

    @property
    def empty(self) -> bool:
        """Whether there is nothing to translate."""
        return not self.text


@dataclass(frozen=True)
class Spelling:
    """A target text, ready for teacher-forcing the decoder.

    Attributes:
        ids: without START and END. tokens: how they are written.
        text: the part that the vocabulary can spell.
        lost: the characters that it cannot spell, which were left out.
        cut: whether the text was longer than a translation can be.
    """

    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    text: str
    lost: str
    cut: bool
