"""The English words of the project: those that its word vectors know, seen eight times or more in the corpora."""

from functools import cache

from safetensors import safe_open

from transformer.assets import asset
from transformer.text.words import words


@cache
def english_words() -> frozenset[str]:
    """All of them, in small letters."""
    with safe_open(asset("word_vectors", "skip-gram.safetensors"), framework="pt") as file:
        return frozenset(file.metadata()["words"].split("\n"))


def is_english(text: str) -> list[bool]:
    """Of each word of a text, punctuation left out, whether it is one of the English words."""
    found = (word for word in words(text.lower()) if any(map(str.isalpha, word)))
    return [word in english_words() for word in found]
