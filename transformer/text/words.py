"""Words of a text, and of the tokens into which a text was split.

In a text, `words` are what an aligner links, each with its own meaning: `J'ai faim.` has four, `J'`, `ai`, `faim`
and `.`. From tokens of any text, `token_words` joins tokens without a space between them:
`▁J'` `ai` `▁faim` `.` are two, `J'ai` and `faim.`. Either way, a word is a list of its tokens' positions.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from transformer.text.special_tokens import END, PAD, SPECIAL_TOKENS, START, UNKNOWN, WORD_START
from transformer.text.tokenizer import SubwordTokenizer

_CLITICS = "le|la|les|moi|toi|lui|leur|nous|vous|en|y"
_WORD = re.compile(
    rf"aujourd'hui|o'clock"
    rf"|\w+(?=n't\b)|n't\b|'(?:s|m|re|ve|ll|d)\b"  # English contractions: do + n't, I + 'm
    rf"|\w+'(?=\w)(?!(?:s|m|re|ve|ll|d)\b)"  # French elision: l' + ami
    rf"|-(?:{_CLITICS})\b(?!-\w*[^\W\d])|-(?:{_CLITICS})(?=-(?:{_CLITICS})\b)"  # donne + -le + -moi
    rf"|\w+(?:-(?!(?:{_CLITICS})\b)\w+)*"
    rf"|[^\w\s]",
    re.IGNORECASE,
)
_ENDS = tuple(SPECIAL_TOKENS[token] for token in (START, END, PAD))  # an unknown piece belongs to a word


def words(text: str) -> list[str]:
    """Split a sentence into words and punctuation marks, each a word of the alignment.

    A French elision is split after its apostrophe (`l'ami`: `l'`, `ami`), an English contraction before its ending
    (`don't`: `do`, `n't`; `I'm`: `I`, `'m`; `can't`: `ca`, `n't`), and a pronoun after a French imperative before its
    hyphen (`donne-le`: `donne`, `-le`). `aujourd'hui`, `o'clock` and hyphenated words stay whole.
    """
    return _WORD.findall(text)


def cut_into_words(text: str) -> list[str]:
    """The `words` of a text, each with the space after it; joined, they give the text again."""
    begins = [found.start() for found in _WORD.finditer(text)]
    cuts = [0, *begins[1:], len(text)]
    return [text[begin:end] for begin, end in pairwise(cuts)] if begins else []


def word_pieces(text: str, tokenizer: SubwordTokenizer) -> list[list[int]]:
    """For each of the `words` of a text, the positions of its tokens.

    A token that spans two words belongs to both; one that covers only the space before a word belongs to none.
    """
    return pieces_at(text, [found.span() for found in _WORD.finditer(tokenizer.cleaned(text))], tokenizer)


def pieces_at(text: str, words: Sequence[tuple[int, int]], tokenizer: SubwordTokenizer) -> list[list[int]]:
    """For each word of a text, given by its span in the cleaned text, the positions of its tokens."""
    spans = tokenizer.spans(text)
    return [
        [index for index, (first, last) in enumerate(spans) if first < end and last > begin] for begin, end in words
    ]


def token_words(tokens: Sequence[str]) -> list[list[int]]:
    """The positions of the pieces of each word, every token in exactly one.

    A piece with a leading `▁` begins a word, as does the one after `<s>`; `<s>`, `</s>` and `<pad>` are separate words.
    """
    found: list[list[int]] = []
    after_end = True
    for position, token in enumerate(tokens):
        if token in _ENDS or after_end or token.startswith(WORD_START):
            found.append([position])
        else:
            found[-1].append(position)
        after_end = token in _ENDS
    return found


def text_words(tokens: Sequence[str]) -> list[list[int]]:
    """Those of `token_words` that are text: without `<s>`, `</s>` and `<pad>`."""
    return [word for word in token_words(tokens) if tokens[word[0]] not in _ENDS]


def sentence(tokens: Sequence[str]) -> str:
    """The text that the tokens of a sentence spell, without special tokens."""
    return "".join(token for token in tokens if token not in SPECIAL_TOKENS.values()).replace(WORD_START, " ").strip()


def spell_word(tokens: Sequence[str], word: Sequence[int]) -> str:
    """A word as text, without what the vocabulary cannot spell.

    Args:
        word: the positions of its pieces.
    """
    known = (tokens[position] for position in word if tokens[position] != SPECIAL_TOKENS[UNKNOWN])
    return "".join(known).replace(WORD_START, "")
