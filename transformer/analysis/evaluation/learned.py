"""What a model was trained on: the longest run of a sentence's words in a training sentence, and the words it has seen.

The training data itself does not ship. So `learned.json`, next to a model's weights, keeps the runs of the pages'
example sentences, and the words. The file carries a fingerprint of the weights.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

MET = 5  # a word in fewer training sentences is rare
_WORD = re.compile(r"[\w'’]+")


@dataclass(frozen=True)
class Learned:
    """What is known about some sentences.

    Attributes:
        sentences: different sentences in the training data.
        runs: by sentence, the longest run of its words in one of them, possibly empty.
        words: those in at least `MET` of them, without possessive endings.
    """

    FILE: ClassVar[str] = "learned.json"
    sentences: int
    runs: dict[str, str]
    words: tuple[str, ...]

    def whole(self, sentence: str) -> bool:
        """Whether the model was trained on all words of a sentence, in this order."""
        return words_of(self.runs[sentence]) == words_of(sentence)

    def find_with_rare_words(self, texts: Iterable[str]) -> list[str]:
        """The texts that contain a rare word; a text without letters contains none."""
        known = set(self.words)
        return [text for text in texts if any(_has_letters(word) and word not in known for word in own_words(text))]


def own_words(text: str) -> list[str]:
    """The words of a text as in `Learned.words`."""
    return [_own(word) for word in words_of(text)]


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation."""
    return _WORD.findall(text.casefold())


def look_up_sentences(sentences: Sequence[str], training: Iterable[str]) -> Learned:
    """Look for every sentence in the training data.

    Args:
        sentences: to look for. training: all source sentences that the model was trained on.
    """
    known = {f" {' '.join(words_of(text))} " for text in training}
    everything = "\n".join(known)
    runs = {sentence: _longest_run(words_of(sentence), everything) for sentence in sentences}
    counts = Counter(word for text in known for word in set(map(_own, text.split())))
    return Learned(
        len(known), runs, tuple(sorted(word for word, count in counts.items() if count >= MET and _has_letters(word)))
    )


def _own(word: str) -> str:
    """A word without quotes around it and without a possessive's ending."""
    return word.replace("’", "'").strip("'").removesuffix("'s")


def _has_letters(word: str) -> bool:
    return any(map(str.isalpha, word))


def _longest_run(words: list[str], everything: str) -> str:
    for length in range(len(words), 0, -1):
        for begin in range(len(words) - length + 1):
            run = " ".join(words[begin : begin + length])
            if f" {run} " in everything:
                return run
    return ""
