"""Where two translations first differ, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from transformer.text.special_tokens import END, SPECIAL_TOKENS
from transformer.text.words import text_words
from viewer.widgets.charts import format_signed
from viewer.widgets.tokens import Chip, chips, first_difference


@dataclass(frozen=True)
class Branch:
    """One translation, token by token.

    Attributes:
        tokens: as written, END included if it was reached.
        probabilities: of each token, given those before it.
        score: log-probability divided by the length penalty.
    """

    tokens: tuple[str, ...]
    probabilities: tuple[float, ...]
    score: float


@dataclass(frozen=True)
class Divergence:
    """Where the two diverge.

    Attributes:
        position: of the first token that differs; None if they agree.
        sentence: the same in words.
        verdict: whose score is higher; empty if they agree.
    """

    position: int | None
    sentence: str
    verdict: str


def divergence(greedy: Branch, beam: Branch) -> Divergence:
    """Compare greedy decoding's translation with beam search's."""
    position = first_difference(greedy.tokens, beam.tokens)
    if position is None:
        return Divergence(None, "Greedy and beam search agree on every word.", "")
    where = max(word_number(greedy.tokens, position), word_number(beam.tokens, position))
    sentence = f"They differ at word {where}: greedy {_step(greedy, position)}, beam search {_step(beam, position)}."
    return Divergence(position, sentence, _verdict(greedy.score, beam.score))


def word_number(tokens: Sequence[str], position: int) -> int:
    """Which word, counted from 1, a token belongs to; an end counts as the word that would follow."""
    grouped = text_words(tokens)
    for number, members in enumerate(grouped, start=1):
        if position in members:
            return number
    return len(grouped) + 1


def _step(branch: Branch, position: int) -> str:
    if position >= len(branch.tokens):
        return "stopped at the length limit"
    probability = f"({branch.probabilities[position]:.2f})"
    token = branch.tokens[position]
    if token == SPECIAL_TOKENS[END]:
        return f"ended the sentence {probability}"
    shown = chips(branch.tokens)
    text, word = shown[position].text, _word_around(shown, position)
    of_word = f" of “{word}”" if word != text else ""
    return f"chose “{text}”{of_word} {probability}"


def _word_around(shown: Sequence[Chip], position: int) -> str:
    """The letters attached to a piece; an apostrophe ends them, and a full stop is a word of its own."""

    def hang_together(at: int) -> bool:
        return shown[at].joined and shown[at - 1].text[-1:].isalpha() and shown[at].text[:1].isalpha()

    first = last = position
    while hang_together(first):
        first -= 1
    while last + 1 < len(shown) and hang_together(last + 1):
        last += 1
    return "".join(chip.text for chip in shown[first : last + 1])


def _verdict(greedy: float, beam: float) -> str:
    first, second = format_signed(beam, 3), format_signed(greedy, 3)
    if first == second:
        return f"Their scores agree to three digits: {first}."
    if beam > greedy:
        return f"Beam search scores higher: {first} against {second}."
    return f"Here beam search dropped the better one along the way: it scores lower, {first} against {second}."
