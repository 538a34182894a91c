"""A translation in stretches of words, each with whether the other world says the same."""

from collections.abc import Sequence
from typing import Any, Literal

from transformer.edits.comparison import WordChange


def stretches(changes: Sequence[WordChange], side: Literal["before", "after"]) -> list[dict[str, Any]]:
    """One of the two texts, as the browser reads it: `text` with the space behind it, and whether it is the `same`."""
    texts = [(getattr(each, f"text_{side}"), each.same) for each in changes]
    return [{"text": text, "same": same} for text, same in texts if text]
