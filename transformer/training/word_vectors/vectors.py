"""Word vectors you can query: which words are near, and how to complete an analogy."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from transformer.errors import GlassformerError, ModelFolderError
from transformer.files import write_atomically
from transformer.model.folder import EIGHT_BITS

_WORDS = "words"  # where the file's metadata has the vocabulary, one word per line


class Neighbour(NamedTuple):
    """A word and its cosine, −1 to 1."""

    word: str
    cosine: float


class WordVectors:
    """A vector for each word of a vocabulary.

    Args:
        words: the vocabulary, the most frequent first.
        vectors: (V, D).
        output: (V, D), the table they were compared with in training; zeros by default.
        counts: (V), how often each word occurred in the text; ones by default.
    """

    def __init__(
        self, words: Sequence[str], vectors: Tensor, output: Tensor | None = None, counts: Tensor | None = None
    ) -> None:
        self.words = tuple(words)
        self.vectors = vectors.float()
        self.output = torch.zeros_like(self.vectors) if output is None else output.float()
        self.counts = torch.ones(len(words), dtype=torch.int64) if counts is None else counts.to(torch.int64)
        if not len(self.words) == len(self.vectors) == len(self.counts) or self.output.shape != self.vectors.shape:
            raise ModelFolderError(f"{len(self.words)} words, but the vectors or counts don't match them.")
        self._number = {word: index for index, word in enumerate(self.words)}

    def __contains__(self, word: str) -> bool:
        return word.lower() in self._number

    def __len__(self) -> int:
        return len(self.words)

    def __repr__(self) -> str:
        return f"WordVectors({len(self)} words, {self.vectors.size(1)} numbers each)"

    @cached_property
    def directions(self) -> Tensor:
        """The vectors scaled to length 1, (V, D): their products are cosines."""
        return torch.nn.functional.normalize(self.vectors, dim=-1)

    def index(self, word: str) -> int:
        """The row of a word."""
        try:
            return self._number[word.lower()]
        except KeyError:
            raise GlassformerError(f"There is no vector for {word!r}: it is too rare in the text.") from None

    def neighbours(self, word: str, count: int = 10) -> list[Neighbour]:
        """The words whose vectors point most nearly in the same direction, the nearest first."""
        row = self.index(word)
        return self._nearest(self.directions[row], {row}, count)

    def analogy(self, a: str, b: str, c: str, count: int = 5) -> list[Neighbour]:
        """The words nearest to b − a + c, without these three (2013a, section 4)."""
        rows = [self.index(word) for word in (a, b, c)]
        of_a, of_b, of_c = self.directions[rows]
        return self._nearest(torch.nn.functional.normalize(of_b - of_a + of_c, dim=0), set(rows), count)

    def _nearest(self, direction: Tensor, left_out: set[int], count: int) -> list[Neighbour]:
        cosines = self.directions @ direction
        least = cosines.topk(min(count + len(left_out), len(cosines))).values[-1]
        near = (cosines >= least).nonzero().squeeze(1)  # sorted, these few are faster than all
        order = near[cosines[near].argsort(descending=True, stable=True)].tolist()
        return [Neighbour(self.words[row], float(cosines[row])) for row in order if row not in left_out][:count]


def save_vectors(path: Path, vectors: WordVectors) -> None:
    """Write words, both tables in 8 bits, and counts as one safetensors file."""
    tensors = {
        "vectors": vectors.vectors.to(EIGHT_BITS).contiguous(),
        "foretold": vectors.output.to(EIGHT_BITS).contiguous(),
        "counts": vectors.counts.to(torch.int32),
    }
    write_atomically(path, save(tensors, {_WORDS: "\n".join(vectors.words)}))


def load_vectors(path: Path) -> WordVectors:
    """Read what `save_vectors` wrote."""
    if not path.exists():
        raise ModelFolderError(f"{path} is missing: learn word vectors with 'python -m transformer word-vectors'.")
    try:
        with safe_open(str(path), framework="pt") as file:
            tensors = [file.get_tensor(name) for name in ("vectors", "foretold", "counts")]
            return WordVectors((file.metadata() or {})[_WORDS].split("\n"), *tensors)
    except (SafetensorError, OSError, KeyError, ValueError) as error:
        raise ModelFolderError(f"{path} has no word vectors ({error}): learn them again.") from error
