"""Which language is read and which is written; every corpus pairs English with another, and has its English first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from transformer.corpora.pairs import Pair
from transformer.errors import CorpusError

ENGLISH = "en"
_TWO_LETTERS = {"eng": "en", "fra": "fr", "deu": "de"}  # the languages that anything here knows by name


def two_letters(language: str) -> str:
    """A language's code as it is written here: "en" for "eng"; others stay."""
    return _TWO_LETTERS.get(language, language)


@dataclass(frozen=True)
class Direction:
    """From one language into another.

    Attributes:
        source, target: codes such as "en" and "fr".
    """

    source: str = ENGLISH
    target: str = "fr"

    @classmethod
    def of_card(cls, card: Mapping[str, Any]) -> "Direction":
        """That of a model, according to its card."""
        return cls(str(card.get("source_language", ENGLISH)), str(card.get("target_language", "fr")))

    @property
    def into_english(self) -> bool:
        """Whether it translates into English."""
        return self.target == ENGLISH

    @property
    def foreign(self) -> str:
        """The language that is not English: corpora are named by it.

        Raises:
            CorpusError: if both are English or neither is.
        """
        if (self.source == ENGLISH) == (self.target == ENGLISH):
            raise CorpusError(
                f"The corpora pair English with another language: none goes from {self.source!r} to "
                f"{self.target!r}. Give --target fr or de, or --source fr or de with --target en."
            )
        return self.source if self.into_english else self.target

    def turned(self, pairs: Iterable[Pair]) -> list[Pair]:
        """A corpus's pairs, English first, as source and target of this direction; applying it twice restores them."""
        return [Pair(pair.target, pair.source) if self.into_english else pair for pair in pairs]
