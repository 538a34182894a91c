"""Our word2vec beside gensim's at equal settings: seconds, analogies held, and how many neighbours are the same.

    python -m benchmarks.word_vectors --corpus tatoeba,multi30k --data data      # writes benchmarks/word_vectors.md

gensim is no requirement of this project. Where this interpreter cannot import it, make it one that can, and name it:

    python -m venv gensim && gensim/bin/pip install gensim
    python -m benchmarks.word_vectors --gensim-python gensim/bin/python
"""

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from benchmarks.timing import measured_on
from transformer.corpora import load_pairs, parse_mixture
from transformer.word_vectors.analogies import measure_analogies
from transformer.word_vectors.sentences import number_words, words_of
from transformer.word_vectors.vectors import WordVectors
from transformer.word_vectors.word2vec import KINDS, Kind, Word2VecConfig, train

RESULTS = Path(__file__).with_suffix(".md")
FREQUENT, NEIGHBOURS = 1_000, 10
SEEDS = (1, 2)
# What the other interpreter runs: sentences and settings in, words and vectors out, the seconds on the last line.
GENSIM = """
import json, sys, time
import numpy
from gensim.models import Word2Vec
folder, settings = sys.argv[1], json.loads(sys.argv[2])
sentences = json.load(open(folder + "/sentences.json", encoding="utf-8"))
model = Word2Vec(**settings)
model.build_vocab(sentences)
begun = time.monotonic()
model.train(sentences, total_examples=model.corpus_count, epochs=model.epochs)
seconds = time.monotonic() - begun
numpy.save(folder + "/vectors.npy", model.wv.vectors)
json.dump(model.wv.index_to_key, open(folder + "/words.json", "w", encoding="utf-8"))
print(seconds)
"""


@dataclass(frozen=True)
class Learned:
    """Vectors of the frequent words' vocabulary, and how long they took."""

    name: str
    vectors: WordVectors
    seconds: float


def main() -> None:
    """Learn with both, compare, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default="tatoeba,multi30k")
    parser.add_argument("--data", type=Path, default=Path("data"))
    parser.add_argument("--epochs", type=int, default=Word2VecConfig.epochs)
    parser.add_argument("--gensim-python", default=sys.executable, help="an interpreter that can import gensim")
    options = parser.parse_args()
    if options.gensim_python == sys.executable and importlib.util.find_spec("gensim") is None:
        parser.error("gensim is not here: pip install gensim, or name an interpreter that has it by --gensim-python")
    torch.set_num_threads(1)
    pairs = (
        pair for part in parse_mixture(options.corpus) for pair in load_pairs(part.name, "train", "fr", options.data)
    )
    texts = list(dict.fromkeys(pair.source for pair in pairs))
    rows = [row for kind in KINDS for row in _rows(kind, texts, options.epochs, options.gensim_python)]
    text = "\n".join(
        [
            "# Word vectors beside gensim's",
            "",
            f"`python -m benchmarks.word_vectors --corpus {options.corpus} --epochs {options.epochs}`: {len(texts):,} "
            f"English sentences, 100 numbers, a window of 5, 5 negatives, one thread each; the seconds are those of "
            f"learning, without the counting of the words. {measured_on()}.",
            "",
            f"Neighbours: of the {FREQUENT:,} most frequent words the {NEIGHBOURS} nearest, how many of them are those "
            "of gensim with seed 1. What two runs of gensim have in common is the most that can be asked for.",
            "",
            "| kind | learned by | seconds | analogies held | neighbours in common |",
            "| --- | --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def _rows(kind: Kind, texts: list[str], epochs: int, python: str) -> list[str]:
    """A row of the table for ours and for gensim with each seed."""
    config = Word2VecConfig(kind, epochs=epochs)
    theirs = [_gensim(config, texts, python, seed) for seed in SEEDS]
    rows = []
    for each in (_ours(config, texts), *theirs):
        held = measure_analogies(each.vectors)
        common = "" if each is theirs[0] else f"{100 * overlap(each.vectors, theirs[0].vectors):.1f} %"
        analogies = f"{held['held'].sum()} of {held['asked'].sum()}"
        rows.append(f"| {kind} | {each.name} | {each.seconds:.0f} | {analogies} | {common} |")
    return rows


def overlap(one: WordVectors, other: WordVectors) -> float:
    """The share of the nearest neighbours of the frequent words that two tables have in common, 0 to 1."""
    words = [word for word in one.words if word in other][:FREQUENT]
    near = [[{each.word for each in table.neighbours(word, NEIGHBOURS)} for word in words] for table in (one, other)]
    return sum(len(mine & theirs) for mine, theirs in zip(*near, strict=True)) / (NEIGHBOURS * len(words))


def _ours(config: Word2VecConfig, texts: list[str]) -> Learned:
    numbered = number_words(texts, config.rarest)
    begun = time.monotonic()
    tables = train(numbered, config)
    return Learned("ours", WordVectors(numbered.vocabulary, tables.read), time.monotonic() - begun)


def _gensim(config: Word2VecConfig, texts: list[str], python: str, seed: int) -> Learned:
    settings = {
        "sg": int(config.kind == "skip-gram"),
        "vector_size": config.size,
        "window": config.window,
        "negative": config.negatives,
        "min_count": config.rarest,
        "sample": config.threshold,
        "epochs": config.epochs,
        "alpha": config.rate,
        "seed": seed,
        "workers": 1,
    }
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "sentences.json").write_text(json.dumps([words_of(text) for text in texts]), encoding="utf-8")
        command = [python, "-c", GENSIM, folder, json.dumps(settings)]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        words = json.loads((place / "words.json").read_text(encoding="utf-8"))
        vectors = torch.from_numpy(np.load(place / "vectors.npy"))
    return Learned(f"gensim, seed {seed}", WordVectors(words, vectors), float(ended.stdout.split()[-1]))


if __name__ == "__main__":
    main()
