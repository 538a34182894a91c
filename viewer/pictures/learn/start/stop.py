"""What a stop of the tour is, and how its question is put together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from torch import Tensor

from transformer.text.words import spell_word, text_words
from viewer.pictures.learn.worked_example import WorkedExample
from viewer.widgets.tokens import chips

OFFERED = 3  # answers to choose from
SHORTEST, LONGER = 3, 4  # letters of a word that is asked about, and of one that bears meaning


@dataclass(frozen=True)
class Stop:
    """One idea with its question.

    Attributes:
        slug: its name. title: in a few words. idea: in two or three sentences.
        question: asked before the answer is shown; empty where the sentence has too few words for one.
        options: to choose from. right: the place of the right one.
        told: what the model's numbers say. lines: names and texts, such as translations that are compared.
        before, after: what the picture shows until the guess, and then, as the numbers of `tour.js`.
        page: the address of the page that shows more, with `query`. more: what is there.
        cuts: words with their pieces and the numbers of these, what is asked about first.
        waits: whether its question is not worked out yet, because another stop is shown.
    """

    slug: str
    title: str
    idea: str
    question: str = ""
    options: tuple[str, ...] = ()
    right: int = 0
    told: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    before: Mapping[str, int] = field(default_factory=dict)
    after: Mapping[str, int] = field(default_factory=dict)
    page: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    more: str = ""
    cuts: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    waits: bool = False


@dataclass(frozen=True)
class Word:
    """A word of a sentence.

    Attributes:
        text: its letters. places: the positions of its tokens, from its first letter to its last.
        pieces: those with letters, as they are shown.
    """

    text: str
    places: tuple[int, ...]
    pieces: tuple[str, ...]


class Tale(WorkedExample):
    """A sentence and its translation, as the stops ask about them."""

    @cached_property
    def words(self) -> list[Word]:
        """Of the source, those with letters."""
        return words_with_letters(self.translation.source.tokens)

    @cached_property
    def asked(self) -> list[Word]:
        """The words that can be asked about: long enough, and each text once."""
        long = {each.text.casefold(): each for each in reversed(self.words) if len(each.text) >= SHORTEST}
        return [each for each in self.words if long.get(each.text.casefold()) is each]

    @cached_property
    def telling(self) -> list[Word]:
        """The longer words, which carry meaning; all of them if there are few."""
        longer = [each for each in self.asked if len(each.text) >= LONGER]
        return longer if len(longer) >= OFFERED else self.asked

    @cached_property
    def written_words(self) -> list[tuple[int, str]]:
        """Words of the translation that can be asked about, each with the step that begins it."""
        found: list[tuple[int, str]] = []
        ends = True  # whether a word ends before this piece, as it does after l'
        for step, chip in enumerate(chips(self.translation.tokens)):
            if chip.text.isalpha() and chip.joined and not ends:
                found[-1] = (found[-1][0], found[-1][1] + chip.text)
            elif chip.text.isalpha():
                found.append((step, chip.text))
            ends = not chip.text.isalpha()
        return [each for each in found if len(each[1]) >= SHORTEST]

    def weight(self, row: Tensor, word: Word) -> float:
        """What a row of attention weights, (S), gives to a word."""
        return float(row[list(word.places)].sum())


def words_with_letters(tokens: Sequence[str]) -> list[Word]:
    """The words with letters."""
    found, shown = [], chips(tokens)
    for places in text_words(tokens):
        lettered = [at for at in places if any(map(str.isalnum, tokens[at]))]
        whole = tuple(range(lettered[0], lettered[-1] + 1)) if lettered else ()
        text = spell_word(tokens, whole)
        if any(map(str.isalpha, text)):
            found.append(Word(text, whole, tuple(shown[at].text for at in lettered)))
    return found


def offer_options(best: str, others: Sequence[str]) -> tuple[tuple[str, ...], int] | None:
    """Options in alphabetical order, and the place of the best; None where there are too few.

    Args:
        others: the first of them are taken.
    """
    different = {each.casefold(): each for each in reversed(others) if each.casefold() != best.casefold()}
    kept = [each for each in dict.fromkeys(others) if each in different.values()][: OFFERED - 1]
    options = tuple(sorted((best, *kept), key=str.casefold))
    return (options, options.index(best)) if len(options) > 1 else None
