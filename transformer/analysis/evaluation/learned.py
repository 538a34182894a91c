"""What a model was trained on of a sentence: the longest run of its words that stands in a training sentence.

Beside a model's weights `learned.json` says so of the sentences that the pages offer as examples: the training data
itself does not ship. The file carries a fingerprint of the weights.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transformer.files import write_atomically
from transformer.model.folder import FINGERPRINT, load_measured, weights_fingerprint

FILE = "learned.json"
_WORD = re.compile(r"[\w'’]+")


@dataclass(frozen=True)
class Learned:
    """What is known of some sentences.

    Attributes:
        sentences: different sentences in the training data.
        runs: by sentence, the longest run of its words that stands in one of them; "" if not even one does.
    """

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


def save_learned(folder: Path, found: Learned) -> Path:
    """Write what was found into a model folder and return the file's path.

    Raises:
        GlassformerError: if the folder cannot be written to.
    """
    values = {FINGERPRINT: weights_fingerprint(folder), "sentences": found.sentences, "runs": found.runs}
    path = folder / FILE
    write_atomically(path, (json.dumps(values, indent=1, ensure_ascii=False) + "\n").encode())
    return path


def load_learned(model: str | Path) -> Learned | None:
    """What is stored for a model, by its name or path; None if there is nothing, or if it is another model's.

    Raises:
        ModelFolderError: if there is no such model.
    """
    return load_measured(model, FILE, _read)


def _read(values: dict[str, Any]) -> Learned:
    runs = {str(sentence): str(run) for sentence, run in values["runs"].items()}
    return Learned(int(values["sentences"]), runs)
