"""Translation quality: the models of this project beside published figures, counted both ways.

    python -m benchmarks.quality --data data --models en-fr,en-de,runs/m30k-de/model    # writes benchmarks/quality.md

Each model is measured on the held-out sets of the corpora that it was trained on: greedily, and with a beam of five
under the usual length penalty and under the one that is best on the dev part of Multi30k.
What was measured is kept in `benchmarks/quality.json`, with the commands that trained the model.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import torch

from benchmarks.timing import measured_on, options_of
from transformer import Translator, load
from transformer.commands.evaluate import evaluate_corpus
from transformer.corpora import CORPORA
from transformer.corpora.pairs import Split
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.files import write_atomically
from transformer.training.card import commands_behind

RECORD, TABLE = (Path(__file__).with_name(f"quality.{ending}") for ending in ("json", "md"))
ALPHAS = (0.5, 1.5, 2.0, 2.5)  # length penalties to try on dev beside the usual one
HELD_OUT_EVERYDAY = ("everyday", "everyday-grammar")
SETS: dict[str, tuple[Split, ...]] = {"multi30k": ("dev", "test"), "tatoeba": ("dev",), "everyday": ("test",)}

# Published figures for the same test sets. The count of a row is "tokenised" (lower-cased, cut by Moses, multi-bleu) or
# "plain" (sacreBLEU on plain, cased text): only figures of the same count share a column.
PUBLISHED: dict[tuple[str, str, str], list[dict[str, Any]]] = {
    ("fr", "multi30k", "test"): [
        {"system": "Transformer-Tiny, Wu et al. 2021, Multi30k alone", "size": "2.6 M", "tokenised": 61.80},
        {"system": "OPUS-MT tc-big", "size": "230 M", "plain": 52.4},
        {"system": "OPUS-MT base, opus-2021-02-15", "size": "75 M", "plain": 50.5},
    ],
    ("de", "multi30k", "test"): [
        {"system": "Transformer-Tiny, Wu et al. 2021, Multi30k alone", "size": "2.6 M", "tokenised": 41.02},
        {"system": "OPUS-MT, best of its leaderboard", "size": "75 M", "plain": 36.3},
    ],
}
SOURCES = (
    "Published: Wu et al. 2021 (arXiv 2105.14462), code LividWo/Revisit-MMT; Helsinki-NLP/OPUS-MT-leaderboard, "
    "`scores/eng-fra` and `scores/eng-deu`, `multi30k_test_2016_flickr`."
)


def main() -> None:
    """Measure the models given, put them into the record, and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("--models", default="en-fr,en-de", help="shipped names or model folders, separated by commas")
    parser.add_argument("--data", type=Path, help="folder of the downloaded corpora")
    parser.add_argument("--beam", type=int, default=DEFAULT_BEAM)
    options = parser.parse_args()
    models = json.loads(RECORD.read_text(encoding="utf-8"))
    for name in filter(None, options.models.split(",")):
        measured = measure(load(name), options)
        models = [model for model in models if model["name"] != measured["name"]] + [measured]
        print(measured)
        write_atomically(RECORD, (json.dumps(models, indent=1, ensure_ascii=False) + "\n").encode())
        write_atomically(TABLE, report(models).encode())


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


def report(models: list[dict[str, Any]]) -> str:
    """The record as Markdown."""
    models = sorted(models, key=lambda model: (not model["shipped"], model["name"]))
    signatures = sorted({row["bleu_signature"] for model in models for row in model["rows"]})
    lines = [
        "# Translation quality",
        "",
        "Written by `python -m benchmarks.quality` from `quality.json`.",
        "",
        "Two kinds of BLEU that must not be compared: **BLEU** is sacreBLEU on plain, cased text "
        f"({', '.join(f'`{signature}`' for signature in signatures)}); **BLEU tok. lc** is what papers on Multi30k "
        "report: multi-bleu on lower-cased text, tokenised by Moses. All tuning used the dev sets.",
        "",
    ]
    for model in models:
        lines += _model(model)
    return "\n".join([*lines, SOURCES, ""])


def _model(model: dict[str, Any]) -> list[str]:
    title = f"{model['name']} (ships with the app)" if model["shipped"] else f"{model['name']} alone (does not ship)"
    lines = [
        f"## {title}",
        "",
        f"{model['parameters'] / 1e6:.2f} M parameters, {model['hours']:g} hours of training; {model['machine']}.",
        "",
        "| set | decoding | BLEU | chrF | BLEU tok. lc | sentences |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for row in model["rows"]:
        lines.append(
            f"| {row['corpus']} {row['split']} | {row['decoding']} | {row['bleu']:.2f} | {row['chrf']:.2f} "
            f"| {row['tokenised_bleu']:.2f} | {row['sentences']:,} |"
        )
    language = model["name"].rpartition("-")[2]
    for corpus, split in dict.fromkeys((row["corpus"], row["split"]) for row in model["rows"]):
        for found in PUBLISHED.get((language, corpus, split), []):
            plain, tokenised = (f"{found[key]:.2f}" if key in found else "" for key in ("plain", "tokenised"))
            lines.append(
                f"| {corpus} {split} | *{found['system']}, {found['size']} parameters* | {plain} | | {tokenised} | |"
            )
    return [*lines, "", "Trained with:", "", "```", *model["commands"], "```", ""]


if __name__ == "__main__":
    main()
