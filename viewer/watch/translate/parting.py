"""Where two translations part, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from transformer.text.special_tokens import END, SPECIAL_TOKENS
from transformer.text.words import text_words
from viewer.widgets.tokens import chips, first_difference


@dataclass(frozen=True)
class Branch:
    """One translation, token by token.

    Attributes:
        tokens: as written, END included if it was reached.
        probabilities: of each token, given those before it.
        score: log-probability over the length penalty.
    """

    tokens: tuple[str, ...]
    probabilities: tuple[float, ...]
    score: float


@dataclass(frozen=True)
class Parting:
    """What the two have in common, and where they part.

    Attributes:
        position: of the first token that differs; None if they agree.
        sentence: the same in words.
        verdict: whose score is higher; empty if they agree.
    """

    position: int | None
    sentence: str
    verdict: str


def parting(greedy: Branch, beam: Branch) -> Parting:
    """Compare greedy decoding's translation with beam search's."""
    position = first_difference(greedy.tokens, beam.tokens)
    if position is None:
        return Parting(None, "Greedy and beam search agree on every word.", "")
    where = max(word_number(greedy.tokens, position), word_number(beam.tokens, position))
    sentence = f"They part at word {where}: greedy {_step(greedy, position)}, the beam {_step(beam, position)}."
    return Parting(position, sentence, _verdict(greedy.score, beam.score))


def word_number(tokens: Sequence[str], position: int) -> int:
    """Which word, counted from 1, a token belongs to; an ending counts as the word that would follow."""
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
    shown = [chip.text for chip in chips(branch.tokens)]
    word = _word_around(shown, [chip.joined for chip in chips(branch.tokens)], position)
    of_word = f" of “{word}”" if word != shown[position] else ""
    return f"took “{shown[position]}”{of_word} {probability}"


def _word_around(shown: Sequence[str], joined: Sequence[bool], position: int) -> str:
    """The letters that hang together around a piece; an apostrophe ends them, a full stop stands alone."""
    first = last = position
    while joined[first] and shown[first][:1].isalpha() and shown[first - 1][-1:].isalpha():
        first -= 1
    while last + 1 < len(shown) and joined[last + 1] and shown[last][-1:].isalpha() and shown[last + 1][:1].isalpha():
        last += 1
    return "".join(shown[first : last + 1])


def _verdict(greedy: float, beam: float) -> str:
    shown = f"{signed(beam)} against {signed(greedy)}"
    if signed(beam) == signed(greedy):
        return f"Their scores are the same to three digits, {signed(beam)}."
    if beam > greedy:
        return f"The beam's translation has the higher score, {shown}."
    return f"Here the beam lost the better one on its way: its score is lower, {shown}."


def signed(value: float) -> str:
    """Three digits after the point, with a true minus sign."""
    written = f"{value:.3f}"
    return written.lstrip("-") if float(written) == 0 else written.replace("-", "\N{MINUS SIGN}")
