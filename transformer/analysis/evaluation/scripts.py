"""Into which words sacreBLEU cuts a text, by its script: Chinese, Japanese and others put no spaces between words."""

import unicodedata
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from sacrebleu.metrics import BLEU

_NAMES = {"CJK": "zh", "HIRAGANA": "ja", "KATAKANA": "ja", "HANGUL": "ko"}  # how the names of letters begin
_NAMES |= dict.fromkeys(("THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN"), "char")
_SHARE = 0.25  # of the letters: one of Chinese counts as much as a short word of Latin ones
_JAPANESE_SHARE = 0.1  # of kana among the letters of Japanese
_PACKAGES = {"ja": "ja-mecab", "ko": "ko-mecab"}  # the tokenisers that need a package


class Tokenizer(NamedTuple):
    """A tokeniser of sacreBLEU, and a sentence for the user, which is usually empty."""

    name: str
    note: str = ""


def tokenizer_for(references: Iterable[str]) -> Tokenizer:
    """The tokeniser that sacreBLEU advises for texts in this script; characters, if its package isn't installed."""
    letters = {letter: count for letter, count in Counter("".join(references)).items() if letter.isalpha()}
    scripts: Counter[str] = Counter()
    for letter, count in letters.items():
        if letter > "\u0e00":  # all of them come after the letters of Europe
            scripts[_NAMES.get(unicodedata.name(letter, "").partition(" ")[0], "")] += count
    found = {script: count for script, count in scripts.items() if script}
    if sum(found.values()) <= _SHARE * sum(letters.values()):
        return Tokenizer("13a")
    language = max(found, key=lambda script: found[script])
    if language == "zh" and scripts["ja"] > _JAPANESE_SHARE * sum(found.values()):
        language = "ja"
    if language not in _PACKAGES:
        return Tokenizer(language)
    try:
        BLEU(tokenize=_PACKAGES[language])
    except RuntimeError:
        return Tokenizer(
            "char",
            f"BLEU counts characters: sacreBLEU's {_PACKAGES[language]} isn't installed (pip install "
            f"'sacrebleu[{language}]').",
        )
    return Tokenizer(_PACKAGES[language])
