"""What an exercise is, and how an answer to it is judged."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from viewer.transport.payload import Payload
from viewer.widgets.numbers import parse_number
from viewer.widgets.tokens import Chip, chips, chips_within

MINUS = "−"
DIGITS = 4  # of the numbers that an exercise gives and tells
RELATIVE, ABSOLUTE = 0.01, 0.005  # how far an answer can be from the model's, since the numbers given are rounded
LONGEST = 40  # characters of an answer that are read
NAMES_OFFERED = 6  # names to choose from, at most
CLEAR = 0.01  # by which the right one is ahead of every other that is offered


@dataclass(frozen=True)
class Exercise:
    """A question about one sentence's way through the model, with its answer.

    Attributes:
        slug: its name in an address.
        title: in a few words. question: in one or two sentences.
        given: names and numbers that you need.
        options: to choose from, in which case `answer` is the place of the right one; empty for a number.
        answer: the model's own.
        tolerance: how far a number can be from it.
        shares: of each option, from 0 to 1, which say how near the others are; such options are pieces of a sentence.
        pictures: what to look at, before it is answered and after.
        hint: the way, without a number of the answer. told: the answer with its numbers.
        page: the address of the page that shows it. focus: what to look at there.
    """

    slug: str
    title: str
    question: str
    answer: float
    hint: str
    told: str
    page: str
    focus: str = ""
    given: Mapping[str, float] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    tolerance: float = 0.0
    shares: tuple[float, ...] = ()
    pictures: tuple[Payload, ...] = ()

    @property
    def given_in_words(self) -> dict[str, str]:
        """What you need, as it is written."""
        return {name: format_number(value) for name, value in self.given.items()}

    @property
    def solution(self) -> str:
        """The answer as it is written."""
        return self.options[int(self.answer)] if self.options else format_number(self.answer)

    def accepts(self, written: str) -> bool:
        """Whether an answer is right: the right option, or a number near enough."""
        if self.options:
            return written == self.solution
        return any(abs(found - self.answer) <= self.tolerance for found in numbers_in(written))


def near(value: float) -> float:
    """The tolerance of a number that is computed from rounded ones."""
    return max(RELATIVE * abs(value), ABSOLUTE)


def numbers_in(written: str) -> tuple[float, ...]:
    """The number that somebody wrote: 0.31, 0,31, −2, 5 000, 5,000 or 3/8; none where it is none.

    A comma before three digits can mean thousands or a decimal point: then there are two.
    """
    text = re.sub(r"[\s_]", "", written[:LONGEST]).replace(MINUS, "-")
    readings = [text.replace(",", ".")]
    if re.fullmatch(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?", text):
        readings.insert(0, text.replace(",", ""))
    return tuple(value for value in map(_value, readings) if value is not None)


def _value(text: str) -> float | None:
    """Of digits with a decimal point, or of a fraction of two such."""
    parts = [parse_number(part) for part in text.split("/")]
    if len(parts) > 2 or any(part is None or not math.isfinite(part) for part in parts):
        return None
    above, below = (*parts, 1.0)[:2]
    assert above is not None
    assert below is not None
    return above / below if below else None


def format_number(value: float) -> str:
    """A number as exercises write it: whole ones as they are, others to four digits."""
    if value == int(value):
        return f"{int(value):,}".replace("-", MINUS)
    written = f"{value:.{DIGITS}g}"
    return (f"{value:,.0f}" if "e+" in written else written).replace("-", MINUS)


def name_tokens(tokens: Sequence[str]) -> list[str]:
    """Names of tokens to choose from: those that occur more than once have their place, counted from 1."""
    return apart([_name(chip) for chip in chips(tokens)])


def candidates(tokens: Sequence[str]) -> list[str]:
    """Names of tokens that might each come next."""
    return apart([_name(chips_within([token])[0]) for token in tokens])


def _name(chip: Chip) -> str:
    return f"·{chip.text}" if chip.joined and chip.text[:1].isalnum() else chip.text


def apart(texts: Sequence[str]) -> list[str]:
    """Names that differ: those that occur more than once have their place, counted from 1."""
    return [f"{text} ({at + 1})" if texts.count(text) > 1 else text for at, text in enumerate(texts)]


def choose_options(values: Sequence[float], names: Sequence[str]) -> tuple[tuple[str, ...], int]:
    """The names with the largest values, in their own order, and the place of the first of all.

    Those less than CLEAR below it are left out, unless no other would be left.
    """
    first, *ranked = sorted(range(len(values)), key=lambda at: -values[at])
    others = [at for at in ranked if values[first] - values[at] >= CLEAR] or ranked
    kept = sorted([first, *others[: NAMES_OFFERED - 1]])
    return tuple(names[at] for at in kept), kept.index(first)


def counts(*values: int) -> tuple[str, ...]:
    """Different counts as options, the smallest first."""
    return tuple(map(str, sorted({value for value in values if value >= 0})))
