"""A prepared corpus in a file: made once on a machine, and read in a moment by every later run.

A file is named after all that it was made of: the mixture, the sizes, the sentences that ship and a file of pairs that
the mixture names, and the code that reads, cleans and cuts. A corpus that was downloaded is known by its
name alone: its releases do not change.
"""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save
from tokenizers import Tokenizer

from transformer.assets import asset
from transformer.corpora import parse_mixture
from transformer.corpora.encoding import EncodedPair
from transformer.errors import CorpusError, GlassformerError
from transformer.files import from_json, write_atomically
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.prepared_corpus import (
    HeldOut,
    PreparedCorpus,
    encode_corpus,
    learn_vocabulary,
    read_corpora,
)

_CODE = Path(__file__).resolve().parents[1]
INGREDIENTS = (asset("everyday"), _CODE / "corpora", _CODE / "text")
SUFFIXES = (".py", ".tsv", ".gz")
MOST_KEPT = 4  # prepared corpora in the folder, of some 10 MB each
VALIDATED_PAIRS = 100  # of each corpus, in each validation
STAGES = ("Reading the corpus", "Learning its vocabulary", "Writing every sentence in tokens")

# Told before each stage: what it is, and its number, counted from 0.
Tell = Callable[[str, int], None]


def prepare(mixture: str, vocabulary_size: int, longest: int, cache: Path, tell: Tell) -> PreparedCorpus:
    """Read the corpora, learn a vocabulary, encode every pair; or read what an earlier call left in `cache`.

    Args:
        mixture: corpora with weights. longest: tokens of a sentence; longer ones are left out.
        cache: a folder; what cannot be written to it or read from it is made anew.
        tell: is told how far it is.

    Raises:
        CorpusError: if a corpus cannot be read or holds no pair.
    """
    made_of = (mixture, vocabulary_size, longest, _ingredients(mixture))
    path = cache / f"corpus-{sha256(repr(made_of).encode()).hexdigest()[:16]}.safetensors"
    tell(STAGES[0], 0)
    known = _read(path)
    if known is not None:
        return known
    made = _make(mixture, vocabulary_size, longest, tell)
    try:
        write_atomically(path, _packed(made))
        _forget_all_but(MOST_KEPT, cache)
    except (GlassformerError, OSError):
        return made  # the next run prepares it again
    return made


def _ingredients(mixture: str) -> str:
    """A fingerprint of the files that a prepared corpus comes from."""
    named = [Path(file) for part in parse_mixture(mixture) for file in part.name.split("::")]
    files = sorted(path for folder in INGREDIENTS for path in folder.rglob("*") if path.suffix in SUFFIXES)
    found = sha256()
    for path in [*files, *(path for path in named if path.is_file())]:
        found.update(path.read_bytes())
    return found.hexdigest()


def _forget_all_but(most: int, cache: Path) -> None:
    """Delete the oldest prepared corpora."""
    kept = sorted(cache.glob("corpus-*.safetensors"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in kept[most:]:
        path.unlink(missing_ok=True)


def _make(mixture: str, vocabulary_size: int, longest: int, tell: Tell) -> PreparedCorpus:
    plain = read_corpora(parse_mixture(mixture)).with_pairs_held_out()
    if not any(plain.held_out.values()) or not any(pairs for pairs, _ in plain.parts):
        raise CorpusError("The corpus holds too few sentence pairs to learn from.")
    tell(STAGES[1], 1)
    tokenizer = learn_vocabulary(plain.parts, vocabulary_size)
    tell(STAGES[2], 2)
    return encode_corpus(plain, tokenizer, longest, VALIDATED_PAIRS)


def _packed(corpus: PreparedCorpus) -> bytes:
    groups = [*(pairs for pairs, _ in corpus.parts), *(each.pairs for each in corpus.held_out.values())]
    tensors = {}
    for number, pairs in enumerate(groups):
        rows = [row for pair in pairs for row in pair]
        tensors[f"{number}.ids"] = np.array([token for row in rows for token in row], dtype=np.int32)
        tensors[f"{number}.lengths"] = np.array([len(row) for row in rows], dtype=np.int32)
    facts = {
        "weights": [weight for _, weight in corpus.parts],
        "references": {name: each.references for name, each in corpus.held_out.items()},
    }
    return save(tensors, {"facts": json.dumps(facts), "tokenizer": corpus.tokenizer.to_json()})


def _read(path: Path) -> PreparedCorpus | None:
    try:
        content = path.read_bytes()
        header = from_json(content[8 : 8 + int.from_bytes(content[:8], "little")])["__metadata__"]
        facts, tensors = from_json(header["facts"]), load(content)
        tokenizer = SubwordTokenizer(Tokenizer.from_str(header["tokenizer"]))
        weights, references = facts["weights"], facts["references"]
        groups = [_pairs(tensors, number) for number in range(len(weights) + len(references))]
    except (OSError, ValueError, KeyError, SafetensorError):
        return None
    held_out = zip(references.items(), groups[len(weights) :], strict=True)
    return PreparedCorpus(
        tokenizer,
        list(zip(groups[: len(weights)], weights, strict=True)),
        {name: HeldOut(pairs, plain) for (name, plain), pairs in held_out},
    )


def _pairs(tensors: dict[str, np.ndarray], number: int) -> list[EncodedPair]:
    ids = tensors[f"{number}.ids"].tolist()
    ends = np.cumsum(tensors[f"{number}.lengths"]).tolist()
    rows = [ids[begin:end] for begin, end in zip([0, *ends[:-1]], ends, strict=True)]
    return [EncodedPair(*rows[at : at + 3]) for at in range(0, len(rows), 3)]
