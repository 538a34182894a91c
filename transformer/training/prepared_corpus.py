"""The training data: sentence pairs, the vocabulary learned from them, and the pairs in its tokens.

```python
plain = read_corpora(parse_mixture("everyday*0.5,multi30k"))
tokenizer = learn_vocabulary(plain.parts, 6_000)
corpus = encode_corpus(plain, tokenizer, longest=256, validated=300)
```
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from transformer.corpora import Direction, MixturePart, Pair, load_mixture, without_held_out
from transformer.corpora.encoding import EncodedPair, EncodedPairs, encode_pairs
from transformer.corpora.loading import has_name, load_in_direction
from transformer.corpora.pairs import evenly
from transformer.text.tokenizer import SubwordTokenizer

EN_FR = Direction("en", "fr")
TENTH = "every tenth pair"  # in place of a corpus's name
FEWEST = 20  # pairs of which some can be held out


@dataclass(frozen=True)
class PlainCorpus:
    """The sentence pairs of a mixture.

    Attributes:
        parts: training pairs of each corpus, with its weight. held_out: pairs by corpus.
    """

    parts: list[tuple[list[Pair], float]]
    held_out: dict[str, list[Pair]]

    def without(self, pairs: Iterable[Pair]) -> "PlainCorpus":
        """The same without these pairs in training."""
        forbidden = list(pairs)
        return PlainCorpus([(without_held_out(part, forbidden), weight) for part, weight in self.parts], self.held_out)

    def with_pairs_held_out(self, most: int | None = None) -> "PlainCorpus":
        """The same; if a corpus holds out nothing, like a user's file, every tenth training pair is held out.

        Args:
            most: how many, at most; then, of fewer than `FEWEST` pairs none is held out, and of what is left, only the
                same sources are left out: where 3 + 4 differs from 3 - 4, punctuation matters.
        """
        if any(self.held_out.values()):
            return self
        held_out = [pair for pairs, _ in self.parts for pair in pairs[::10]]
        if most is None:
            return PlainCorpus(self.parts, {TENTH: held_out}).without(held_out)
        if sum(len(pairs) for pairs, _ in self.parts) < FEWEST:
            return self
        return self.with_dev(TENTH, evenly(held_out, most))

    def with_dev(self, name: str, pairs: Sequence[Pair]) -> "PlainCorpus":
        """The same with only these pairs held out, and without their sources in training."""
        sources = {pair.source for pair in pairs}
        parts = [([pair for pair in part if pair.source not in sources], weight) for part, weight in self.parts]
        return PlainCorpus(parts, {name: list(pairs)})

    @property
    def size(self) -> int:
        """How many training pairs there are, each counted once."""
        return sum(len(pairs) for pairs, _ in self.parts)


@dataclass(frozen=True)
class HeldOut:
    """Pairs to measure on: encoded, and their references as text."""

    pairs: list[EncodedPair]
    references: list[str]


@dataclass(frozen=True)
class PreparedCorpus:
    """A corpus in tokens: training pairs of each corpus with its weight, and held-out pairs by corpus."""

    tokenizer: SubwordTokenizer
    parts: list[tuple[EncodedPairs, float]]
    held_out: dict[str, HeldOut]

    @property
    def training_pairs(self) -> int:
        """How many pairs there are, each counted once."""
        return sum(len(pairs) for pairs, _ in self.parts)

    @property
    def longest_usual_source(self) -> int:
        """The length in tokens, END included, that only one training source in two hundred exceeds."""
        lengths = np.sort(np.concatenate([pairs.sources.lengths for pairs, _ in self.parts]))
        return int(lengths[int(0.995 * (len(lengths) - 1))])

    @property
    def source_token_counts(self) -> Tensor:
        """(V,), how often each token occurs in the training sources."""
        counts = torch.zeros(self.tokenizer.size, dtype=torch.int64)
        for pairs, _ in self.parts:
            counts += torch.bincount(torch.from_numpy(pairs.sources.ids), minlength=self.tokenizer.size)
        return counts.clamp(max=2**31 - 1)


def read_corpora(mixture: Sequence[MixturePart], direction: Direction = EN_FR, data: Path | None = None) -> PlainCorpus:
    """Read the training pairs of a mixture, and each corpus's held-out pairs."""
    language = direction.foreign if any(has_name(part.name) for part in mixture) else ""
    parts = [(direction.turn(pairs), weight) for pairs, weight in load_mixture(mixture, language, data)]
    held_out = {part.name: load_in_direction(direction, part.name, "dev", data) for part in mixture}
    return PlainCorpus(parts, held_out)


def learn_vocabulary(parts: Sequence[tuple[Sequence[Pair], float]], size: int) -> SubwordTokenizer:
    """Learn a joint vocabulary of at most `size` tokens; each corpus counts as often as in training."""
    texts = (text for pairs, weight in parts for _ in range(max(1, round(weight))) for pair in pairs for text in pair)
    return SubwordTokenizer.train(texts, size)


def encode_corpus(plain: PlainCorpus, tokenizer: SubwordTokenizer, longest: int, validated: int) -> PreparedCorpus:
    """Encode a corpus without pairs longer than `longest`, with at most `validated` held-out pairs of each part."""
    parts = [(EncodedPairs.of(encode_pairs(pairs, tokenizer, longest)), weight) for pairs, weight in plain.parts]
    held_out = {name: encode_held_out(pairs, tokenizer, longest, validated) for name, pairs in plain.held_out.items()}
    return PreparedCorpus(tokenizer, parts, {name: each for name, each in held_out.items() if each.pairs})


def encode_held_out(pairs: Sequence[Pair], tokenizer: SubwordTokenizer, longest: int, count: int) -> HeldOut:
    """Encode at most `count` of these pairs, without longer ones."""
    fitting = [pair for pair in evenly(pairs, count) if encode_pairs([pair], tokenizer, longest)]
    return HeldOut(encode_pairs(fitting, tokenizer, longest), [pair.target for pair in fitting])
