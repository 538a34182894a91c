"""Words typed in capitals, in the form that the model has learned: it has hardly seen any in capitals or headlines."""

import re
from collections.abc import Callable
from typing import Any

from transformer.text.english import is_english, is_name

FEWEST_LETTERS = 5  # a shorter text can be an abbreviation: "IKEA", "NATO"
FEWEST_WORDS = 3  # of a headline
# Abbreviations keep their capitals; if they are also English words, only after an article or the like.
_ABBREVIATIONS = (
    "AD AI ATM BBC BMX CD CDS CEO CIA CV DIY DJ DNA DVD EU FBI FIFA GPS HIV IBM ID II III IKEA NASA NATO NHS OK PC PDF "
    "SMS TV UFO UK UN UNESCO UNICEF USA USB VPN"
)
_ALSO_WORDS = frozenset(("IT", "US", "WHO"))
_ARTICLES = frozenset(("the", "an", "in", "our", "your", "my", "his", "her", "their"))
_SMALL_IN_HEADLINES = frozenset(
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to", "with"]
)
_LONG_SMALL = re.compile(r"(?<![\w'])[a-z]{5}")  # longer than those
_NEW = re.compile(r"\bnew (?:delhi|england|orleans|year|york|zealand)\b", re.IGNORECASE)
# "Storm hits city", not "Why dogs bark" or "Tom wins": a single noun and what it does, or the police.
LACKS_ARTICLE = re.compile(
    r"(?!(?:How|If|It|No|That|This|What|When|Where|Who|Why|You|He|She|My|Your|His|Her|Their|Our|Each|Every|One)\b)"
    r"(?:Police (?!of\b)[a-z]|[A-Z][a-z]*[a-rt-z] [a-z]+[a-rt-z]s\b)"
)
_ENGLISH_I = re.compile(r"\bi\b")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def in_capitals(text: str) -> bool:
    """Whether every letter that has a capital form is a capital, and there are at least `FEWEST_LETTERS` of them."""
    letters = [character for character in text if character.lower() != character.upper()]
    return len(letters) >= FEWEST_LETTERS and all(character.isupper() for character in letters)


def is_headline(text: str) -> bool:
    """Whether an English text is capitalised like a headline: all its longer words, two of them no names."""
    if _LONG_SMALL.search(text) or text.isupper():  # most texts
        return False
    first, *others = _WORD.findall(text) or [""]
    large = [word for word in (first, *others) if word not in _SMALL_IN_HEADLINES]
    capitalised = len(large) >= FEWEST_WORDS and all(word[0].isupper() for word in (first, *large))
    return capitalised and first.lower() not in _ARTICLES and sum(map(_can_be_small, large[1:])) > 1


def complete_headline(small: str) -> str:
    """A headline read in lower case with the article and the full stop that it lacks, which the model expects."""
    if not LACKS_ARTICLE.match(small) or not _can_be_small(small.partition(" ")[0]):
        return small
    return f"The {small[0].lower()}{small[1:]}{'' if small[-1] in '.!?' else '.'}"


def without_capitals(text: str, language: str = "en", strangeness: Callable[[str], Any] = len) -> str:
    """The text with all-capital words in lower case, except for the first letter of the text.

    In an English text, these are the words that the project knows and, if the whole text is in capitals, all others;
    abbreviations and "I" stay, and a name keeps its first capital if the vocabulary knows it that way. The words of an
    English headline become small too. In another language, nothing changes unless the whole text is in capitals.

    Args:
        text: cleaned. language: of the text, such as "en".
        strangeness: how strange a word is to the vocabulary; a name gets its less strange form.
    """
    shouted = in_capitals(text) and (language != "en" or any(is_english(text)))
    if not shouted and language != "en":
        return text
    headline = language == "en" and not shouted and is_headline(text)
    before = ""

    def small(found: re.Match[str]) -> str:
        nonlocal before
        word, article, before = found[0], before in _ARTICLES, found[0].lower()
        lower = _ENGLISH_I.sub("I", before) if language == "en" else before
        if not (word.isupper() or (headline and word[0].isupper())) or word == lower:
            return word
        known = all(is_english(word)) if word.isupper() else _can_be_small(word)
        if language == "en":
            if len(word) == 1 and not (shouted and word == "A"):
                return word
            kept = word in _ABBREVIATIONS.split() or (word in _ALSO_WORDS and article) or (word == "US" and not shouted)
            if kept or not (shouted or known):
                return word
        named = lower[:1].upper() + lower[1:]
        first = not any(map(str.isalpha, text[: found.start()]))
        unknown = language == "en" and not known
        return named if first or unknown or strangeness(named) < strangeness(lower) else lower

    smaller = _WORD.sub(small, text)
    return _NEW.sub(lambda found: found[0].title(), smaller) if headline else smaller


def _can_be_small(word: str) -> bool:
    """Whether a word of a headline is an English word, such as “Wins”, rather than a name."""
    return len(word) > 1 and not (is_name(word) and is_name(word.removesuffix("s")))
