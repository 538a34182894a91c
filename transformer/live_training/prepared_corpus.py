"""A corpus ready to be learned: vocabulary and token ids, made once and then read from a file in a moment."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save
from tokenizers import Tokenizer

from transformer.corpora import Pair, load_mixture, load_pairs, parse_mixture
from transformer.corpora.encoding import EncodedPair, encode_pairs
from transformer.errors import CorpusError, GlassformerError
from transformer.files import write_atomically
from transformer.text.tokenizer import SubwordTokenizer

DEV_PAIRS = 100  # looked at in each validation
STAGES = ("Reading the corpus", "Learning its vocabulary", "Writing every sentence in tokens")

# Told before each stage: what it is, and its number, counted from 0.
Tell = Callable[[str, int], None]


@dataclass(frozen=True)
class PreparedCorpus:
    """What a run needs to know of its corpora.

    Attributes:
        parts: encoded training pairs of each corpus, with its weight.
        dev: encoded held-out pairs. references: their plain translations.
    """

    tokenizer: SubwordTokenizer
    parts: list[tuple[list[EncodedPair], float]]
    dev: list[EncodedPair]
    references: list[str]


def prepare(mixture: str, vocabulary_size: int, longest: int, cache: Path, tell: Tell) -> PreparedCorpus:
    """Read the corpora, learn a vocabulary, encode every pair; or read what an earlier call left in `cache`.

    Args:
        mixture: corpora with weights. longest: tokens of a sentence; longer ones are left out.
        cache: a folder; what cannot be written to it or read from it is made anew.
        tell: is told how far it is.

    Raises:
        CorpusError: if a corpus cannot be read or holds no pair.
    """
    key = sha256(repr((mixture, vocabulary_size, longest)).encode()).hexdigest()[:16]
    path = cache / f"corpus-{key}.safetensors"
    tell(STAGES[0], 0)
    known = _read(path)
    if known is not None:
        return known
    made = _make(mixture, vocabulary_size, longest, tell)
    try:
        write_atomically(path, _packed(made))
    except GlassformerError:
        return made  # the next run prepares it again
    return made


def _make(mixture: str, vocabulary_size: int, longest: int, tell: Tell) -> PreparedCorpus:
    names = parse_mixture(mixture)
    parts = load_mixture(names)
    held_out = [pair for part in names for pair in load_pairs(part.name, "dev")]
    if not held_out:
        parts, held_out = _hold_out(parts)
    held_out = held_out[:: max(1, len(held_out) // DEV_PAIRS)][:DEV_PAIRS]
    if not held_out or not any(pairs for pairs, _ in parts):
        raise CorpusError("The corpus holds too few sentence pairs to learn from.")
    tell(STAGES[1], 1)
    texts = (text for pairs, _ in parts for pair in pairs for text in pair)
    tokenizer = SubwordTokenizer.train(texts, vocabulary_size)
    tell(STAGES[2], 2)
    encoded = [(encode_pairs(pairs, tokenizer, longest), weight) for pairs, weight in parts]
    fitting = [pair for pair in held_out if encode_pairs([pair], tokenizer, longest)]
    return PreparedCorpus(
        tokenizer, encoded, encode_pairs(fitting, tokenizer, longest), [pair.target for pair in fitting]
    )


def _hold_out(parts: Sequence[tuple[list[Pair], float]]) -> tuple[list[tuple[list[Pair], float]], list[Pair]]:
    """Every tenth pair, of corpora that hold nothing out themselves."""
    held_out = [pair for pairs, _ in parts for pair in pairs[::10]]
    return [([pair for at, pair in enumerate(pairs) if at % 10], weight) for pairs, weight in parts], held_out


def _packed(prepared: PreparedCorpus) -> bytes:
    groups = [*(pairs for pairs, _ in prepared.parts), prepared.dev]
    tensors = {}
    for number, pairs in enumerate(groups):
        rows = [row for pair in pairs for row in pair]
        tensors[f"{number}.ids"] = np.array([token for row in rows for token in row], dtype=np.int32)
        tensors[f"{number}.lengths"] = np.array([len(row) for row in rows], dtype=np.int32)
    facts = {"weights": [weight for _, weight in prepared.parts], "references": prepared.references}
    return save(tensors, {"facts": json.dumps(facts), "tokenizer": prepared.tokenizer.to_json()})


def _read(path: Path) -> PreparedCorpus | None:
    try:
        content = path.read_bytes()
        header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])["__metadata__"]
        facts, tensors = json.loads(header["facts"]), load(content)
        tokenizer = SubwordTokenizer(Tokenizer.from_str(header["tokenizer"]))
        groups = [_pairs(tensors, number) for number in range(len(facts["weights"]) + 1)]
    except (OSError, ValueError, KeyError, SafetensorError):
        return None
    parts = list(zip(groups[:-1], facts["weights"], strict=True))
    return PreparedCorpus(tokenizer, parts, groups[-1], facts["references"])


def _pairs(tensors: dict[str, np.ndarray], number: int) -> list[EncodedPair]:
    ids = tensors[f"{number}.ids"].tolist()
    ends = np.cumsum(tensors[f"{number}.lengths"]).tolist()
    rows = [ids[begin:end] for begin, end in zip([0, *ends[:-1]], ends, strict=True)]
    return [EncodedPair(*rows[at : at + 3]) for at in range(0, len(rows), 3)]
