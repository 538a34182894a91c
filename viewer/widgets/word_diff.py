"""A translation as pieces of words, each with whether the other translation has it too."""

from collections.abc import Sequence
from typing import Any, Literal

from transformer.edits.comparison import WordChange


def word_diff(changes: Sequence[WordChange], side: Literal["before", "after"]) -> list[dict[str, Any]]:
    """One of the two texts for the browser: pieces with their `text`, and whether the other text has the `same`."""
    texts = [(getattr(each, f"text_{side}"), each.same) for each in changes]
    return [{"text": text, "same": same} for text, same in texts if text]
