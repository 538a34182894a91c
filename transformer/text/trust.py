"""How far to trust a translation before reading it: what the model knows about the words it was given."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from transformer.text.special_tokens import UNKNOWN
from transformer.text.words import spell_word, text_words

RARE = 20  # a token seen less often than this in training is rare
MANY_PIECES = 3  # a word split into this many pieces was never seen whole


class Level(StrEnum):
    """The badge's three states."""

    GOOD = "good"
    CAREFUL = "careful"
    POOR = "poor"


@dataclass(frozen=True)
class Trust:
    """Reasons to doubt a translation.

    Attributes:
        unknown: number of characters or pieces that the vocabulary cannot spell.
        rare_words: words with a piece that occurs fewer than `RARE` times in training.
        cut_words: words split into `MANY_PIECES` or more.
        words: how many words there are.
        too_long: longer than nearly all training sentences.
        counted: whether it is known how often pieces occur in training; if not, no word is judged.
    """

    unknown: int
    rare_words: tuple[str, ...]
    cut_words: tuple[str, ...]
    words: int
    too_long: bool
    counted: bool = True

    @property
    def level(self) -> Level:
        """Poor with many strange words, careful with a few, good with none."""
        strange = len(set(self.rare_words) | set(self.cut_words)) + self.unknown
        if not strange and not self.too_long:
            return Level.GOOD
        return Level.POOR if strange * 3 > max(1, self.words) or (self.too_long and strange) else Level.CAREFUL


def judge_source(
    ids: Sequence[int], tokens: Sequence[str], counts: Sequence[int], longest_usual: int, names: Collection[str] = ()
) -> Trust:
    """Judge one source sentence.

    Args:
        ids: its token ids, END included. tokens: how they are written.
        counts: of every token id in the training sources; all zero if nobody knows them.
        longest_usual: the length in tokens that nearly all training sentences stay within.
        names: the replacements for what bypasses the model, which are not judged (`transformer.text.carried`).
    """
    words = text_words(tokens)
    known = [[position for position in word if spell_word(tokens, [position])] for word in words]
    letters = [word for word in known if any(map(str.isalpha, spell_word(tokens, word)))]
    letters = [word for word in letters if not any(name in spell_word(tokens, word) for name in names)]
    counted = any(counts)
    judged = letters if counted else []
    return Trust(
        unknown=sum(token_id == UNKNOWN for token_id in ids),
        rare_words=tuple(spell_word(tokens, word) for word in judged if min(counts[ids[p]] for p in word) < RARE),
        cut_words=tuple(spell_word(tokens, word) for word in judged if _letter_pieces(tokens, word) >= MANY_PIECES),
        words=len(words),
        too_long=len(ids) > longest_usual,
        counted=counted,
    )


def _letter_pieces(tokens: Sequence[str], word: Sequence[int]) -> int:
    return sum(spell_word(tokens, [position])[:1].isalpha() for position in word)
