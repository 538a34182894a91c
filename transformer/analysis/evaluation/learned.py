"""How much of a sentence a model was trained on: the longest run of its words in a training sentence.

Next to a model's weights, `learned.json` says so for the sentences that the pages offer as examples: the training data
itself does not ship. The file carries a fingerprint of the weights.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

_WORD = re.compile(r"[\w'’]+")


@dataclass(frozen=True)
class Learned:
    """What is known of some sentences.

    Attributes:
        sentences: different sentences in the training data.
        runs: by sentence, the longest run of its words in one of them, which may be empty.
    """

    FILE: ClassVar[str] = "learned.json"
    sentences: int
    runs: dict[str, str]

    def whole(self, sentence: str) -> bool:
        """Whether the model was trained on all words of a sentence, in this order."""
        return words_of(self.runs[sentence]) == words_of(sentence)


def words_of(text: str) -> list[str]:
    """The words of a text in small letters, without the signs between them."""
    return _WORD.findall(text.casefold())


def learned(sentences: Sequence[str], training: Iterable[str]) -> Learned:
    """Look for every sentence in the training data.

    Args:
        sentences: to look for. training: all source sentences that the model was trained on.
    """
    known = {f" {' '.join(words_of(text))} " for text in training}
    everything = "\n".join(known)
    return Learned(len(known), {sentence: _longest_run(words_of(sentence), everything) for sentence in sentences})


def _longest_run(words: list[str], everything: str) -> str:
    for length in range(len(words), 0, -1):
        for begin in range(len(words) - length + 1):
            run = " ".join(words[begin : begin + length])
            if f" {run} " in everything:
                return run
    return ""
