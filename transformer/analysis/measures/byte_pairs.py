"""Why a word is split as it is: byte-pair encoding, merge by merge (Sennrich et al. 2016, arXiv 1508.07909; section
5.1).

A word begins as single characters. Of all neighbouring pairs, the one whose merge was learned first is merged, and so
on until no pair is a known merge. Merges were learned from the training text, most frequent pair first: a frequent word
ends as one piece, a rare one stays in several.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from transformer.text.special_tokens import SPECIAL_TOKENS, UNKNOWN, WORD_START
from transformer.text.tokenizer import SubwordTokenizer
from transformer.text.words import token_words


@dataclass(frozen=True)
class Merge:
    """Two neighbouring pieces merged.

    Attributes:
        left, right: the pieces. at: the index of `left` among the word's pieces before the merge.
        rank: when the merge was learned, counted from 0.
    """

    left: str
    right: str
    at: int
    rank: int


def merge_steps(word: str, ranks: Mapping[tuple[str, str], int]) -> tuple[Merge, ...]:
    """The merges that build a word's pieces from its characters, in order.

    Args:
        word: as the tokenizer splits it off, with `▁` for the space before it.
        ranks: of every merge, see `SubwordTokenizer.merge_ranks`.
    """
    pieces = list(word)
    steps: list[Merge] = []
    while True:
        known = [(ranks[pair], at) for at, pair in enumerate(itertools.pairwise(pieces)) if pair in ranks]
        if not known:
            return tuple(steps)
        rank, at = min(known)
        steps.append(Merge(pieces[at], pieces[at + 1], at, rank))
        pieces[at : at + 2] = [pieces[at] + pieces[at + 1]]


def merged_pieces(word: str, steps: Sequence[Merge]) -> list[str]:
    """The pieces of a word that remain after these merges."""
    pieces = list(word)
    for step in steps:
        pieces[step.at : step.at + 2] = [step.left + step.right]
    return pieces


@dataclass(frozen=True)
class CutWord:
    """A word of a sentence and its tokens.

    Attributes:
        word: as the tokenizer splits it off, `▁` for the space before it.
        first, count: its tokens are `first` … `first + count - 1`.
        merges: that built them; None if byte-pair encoding would give other tokens, because a model wrote them or a
            limit truncated the word.
    """

    word: str
    first: int
    count: int
    merges: tuple[Merge, ...] | None


def cut_words(tokenizer: SubwordTokenizer, text: str, tokens: Sequence[str]) -> tuple[CutWord, ...]:
    """The words of a text with the merges that made its tokens.

    Args:
        text: cleaned. tokens: of the text, without START and END.
    """
    found: list[CutWord] = []
    written: list[str] = []
    for word in tokenizer.pre_tokens(text):
        merges = merge_steps(word, tokenizer.merge_ranks)
        unknown = SPECIAL_TOKENS[UNKNOWN]
        pieces = [piece if piece in tokenizer.ids else unknown for piece in merged_pieces(word, merges)]
        found.append(CutWord(word, len(written), len(pieces), merges))
        written += pieces
    if written == list(tokens):
        return tuple(found)
    return tuple(
        CutWord("".join(tokens[position] for position in members), members[0], len(members), None)
        for members in token_words(tokens)
    )


def first_cut(tokenizer: SubwordTokenizer, words: Sequence[str], at_least: int = 3) -> tuple[str, list[str]] | None:
    """The first word that this vocabulary splits into `at_least` pieces, with those pieces; None if there is none."""
    for word in words:
        pieces = merged_pieces(WORD_START + word, merge_steps(WORD_START + word, tokenizer.merge_ranks))
        if len(pieces) >= at_least and all(piece in tokenizer.ids for piece in pieces):
            return word, pieces
    return None
