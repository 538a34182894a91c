"""A translation as pieces of words, each with whether the other translation has it too."""

from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict

from transformer.edits.comparison import WordChange, word_changes


class Stretch(TypedDict):
    """Words of a text, whether the other text has the same ones, and where they differ the other's."""

    text: str
    same: bool
    other: NotRequired[str]


def word_diff(changes: Sequence[WordChange], side: Literal["before", "after"]) -> list[Stretch]:
    """One of the two texts for the browser."""
    texts = [(getattr(each, f"text_{side}"), each.same) for each in changes]
    return [{"text": text, "same": same} for text, same in texts if text]


def words_apart(wanted: str, text: str) -> list[Stretch]:
    """A text, and what it lacks of the one that was wanted."""
    return [_stretch(each) for each in word_changes(wanted, text)]


def _stretch(change: WordChange) -> Stretch:
    told: Stretch = {"text": change.text_after, "same": change.same}
    return told if change.same else {**told, "other": change.text_before.strip()}
