"""The project's English words: those in its word vectors, which occur eight times or more in the corpora."""

from functools import cache

from safetensors import safe_open

from transformer.assets import asset
from transformer.text.words import words

# More common in speech than in writing.
_SAID = "bye cheers farewell goodbye hurray merry nope oops ouch yay yeah yep yum"
# Those among the words that are names. They are capitalised, like the first word of a sentence.
_NAMES = (
    "alice anna antoine berlin bob boston claire david dr emma hugo jack jackson john julie léa lincoln london lucas "
    "madrid maria marie mark martin mary mr mrs nicolas paris paul peter rome sami sarah smith sophie thomas tokyo tom "
    "washington yanni york"
)


@cache
def english_words() -> frozenset[str]:
    """All of them, in lower case."""
    with safe_open(asset("word_vectors", "skip-gram.safetensors"), framework="pt") as file:
        return frozenset(_SAID.split()).union(file.metadata()["words"].split("\n"))


def is_english(text: str) -> list[bool]:
    """For each word of a text, without punctuation, whether it is one of the English words."""
    found = (word for word in words(text.lower()) if any(map(str.isalpha, word)))
    return [word in english_words() for word in found]


def is_name(text: str) -> bool:
    """Whether a text is just a name: all its words are capitalised, and the first is not another English word."""
    found = [word for word in words(text) if word[0].isalpha()]
    first = found[0].lower() if found else ""
    return all(word[0].isupper() for word in found) and (first in _NAMES.split() or first not in english_words())
