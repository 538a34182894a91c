"""A translation as pieces of words, each with whether the other translation has it too."""

from collections.abc import Sequence
from typing import Literal, TypedDict

from transformer.edits.comparison import WordChange


class Stretch(TypedDict):
    """Words of a text, and whether the other text has the same ones."""

    text: str
    same: bool


def word_diff(changes: Sequence[WordChange], side: Literal["before", "after"]) -> list[Stretch]:
    """One of the two texts for the browser."""
    texts = [(getattr(each, f"text_{side}"), each.same) for each in changes]
    return [{"text": text, "same": same} for text, same in texts if text]
