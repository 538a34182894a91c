"""Which language is read and which is written; every corpus pairs English with another, and has its English first."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from transformer.corpora.pairs import Pair
from transformer.errors import CorpusError

ENGLISH = "en"
FOREIGN = ("fr", "de")  # what the corpora pair English with
KNOWN = (ENGLISH, *FOREIGN)
UNNAMED = "und"  # the code of a language, or of an input or output, that nobody has named
# Other names of the languages that anything here knows.
_TWO_LETTERS = {
    **{"eng": "en", "fra": "fr", "deu": "de"},
    **{"english": "en", "french": "fr", "german": "de"},
}


def two_letters(language: str) -> str:
    """A language's code as it is written here: "en" for "eng" and "English"; other names stay."""
    return _TWO_LETTERS.get(language.lower(), language)


@dataclass(frozen=True)
class Direction:
    """From one language into another, or from anything into anything else, such as dates into ISO dates.

    Attributes:
        source, target: codes such as "en" and "fr", or free names.
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
        return self.target == ENGLISH != self.source

    @property
    def is_known(self) -> bool:
        """Whether corpora that we know by name have its two languages."""
        return ENGLISH in (self.source, self.target) and self._other in FOREIGN

    @property
    def foreign(self) -> str:
        """The language that is not English: corpora are named by it.

        Raises:
            CorpusError: if no corpus has these languages.
        """
        if not self.is_known:
            raise CorpusError(
                f"The corpora that have a name pair English with French or German: none goes from {self.source!r} to "
                f"{self.target!r}. Give a file of your own pairs, or train with --source en and --target fr or de, "
                "or the other way round."
            )
        return self._other

    @property
    def _other(self) -> str:
        return self.source if self.into_english else self.target

    def turn(self, pairs: Iterable[Pair]) -> list[Pair]:
        """A corpus's pairs, English first, as source and target of this direction; applying it twice restores them."""
        return [Pair(pair.target, pair.source) if self.into_english else pair for pair in pairs]
