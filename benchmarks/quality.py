"""Translation quality: the models of this project beside published figures, counted both ways.

    python -m benchmarks.quality --data data --models en-fr,en-de,runs/m30k-de/model    # writes benchmarks/quality.md

Each model is measured on the held-out sets of the corpora that it was trained on: greedily, and with a beam of five
under the usual length penalty and under the one that is best on the dev part of Multi30k.
What was measured is kept in `benchmarks/quality.json`, with the commands that trained the model. The rows about single
changes come from `benchmarks.quality_changes`.
"""

import argparse
from pathlib import Path
from typing import Any

import torch

from benchmarks.quality_record import MODELS, read_record, write_record
from benchmarks.timing import measured_on, options_of
from transformer import Translator, load
from transformer.commands.evaluate import evaluate_corpus
from transformer.corpora import CORPORA
from transformer.corpora.pairs import Split
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.training.card import commands_behind

ALPHAS = (0.5, 1.5, 2.0, 2.5)  # length penalties to try on dev beside the usual one
HELD_OUT_EVERYDAY = ("everyday", "everyday-grammar")
SETS: dict[str, tuple[Split, ...]] = {"multi30k": ("dev", "test"), "tatoeba": ("dev",), "everyday": ("test",)}


def main() -> None:
    """Measure the models given, put them into the record, and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("--models", default="en-fr,en-de", help="shipped names or model folders, separated by commas")
    parser.add_argument("--data", type=Path, help="folder of the downloaded corpora")
    parser.add_argument("--beam", type=int, default=DEFAULT_BEAM)
    options = parser.parse_args()
    record = read_record()
    for name in filter(None, options.models.split(",")):
        measured = measure(load(name), options)
        record[MODELS] = [row for row in record[MODELS] if row["name"] != measured["name"]] + [measured]
        print(measured)
        write_record(record)


def measure(translator: Translator, options: argparse.Namespace) -> dict[str, Any]:
    """One model: its sizes, how it was trained, and its rows."""
    card = translator.card
    # Only the grammar's sentences have a held-out part; those written by hand are training data whole.
    names = {row["name"] for row in card["corpora"]} & set(CORPORA)
    families = {"everyday" if name in HELD_OUT_EVERYDAY else name for name in names}
    alphas = list(dict.fromkeys((DEFAULT_ALPHA, best_alpha(translator, options))))
    rows = [
        evaluate_corpus(translator, corpus, split, beam, alpha, options.data)
        for corpus, splits in SETS.items()
        if corpus in families
        for split in splits
        for beam, alpha in ((1, DEFAULT_ALPHA), *((options.beam, alpha) for alpha in alphas))
    ]
    language = card["target_language"]
    shipped = translator.name == f"en-{language}"
    return {
        "name": translator.name if shipped else f"{'+'.join(sorted(families))} en-{language}",
        "shipped": shipped,
        "parameters": card["parameters"]["total"],
        "commands": commands_behind(card),
        "hours": card["training"]["hours"],
        "machine": f"measured on {measured_on()}",
        "threads": torch.get_num_threads(),
        "rows": rows,
    }


def best_alpha(translator: Translator, options: argparse.Namespace) -> float:
    """The length penalty with the highest BLEU on the dev part of Multi30k."""

    def dev_bleu(alpha: float) -> float:
        row = evaluate_corpus(translator, "multi30k", "dev", options.beam, alpha, options.data)
        return float(row["bleu"])

    return max((DEFAULT_ALPHA, *ALPHAS), key=dev_bleu)


if __name__ == "__main__":
    main()
