"""Translation quality: the models of this project beside published figures, counted both ways.

    python -m benchmarks.quality --data data    # the models that ship; writes benchmarks/quality.md

Each model is measured on the held-out sets of the corpora that it was trained on: greedily, and with a beam of five
under the usual length penalty and under the one that is best on the dev part of Multi30k.
"""

import argparse
from pathlib import Path
from typing import Any

from benchmarks.timing import measured_on, options_of
from transformer import Translator, load, shipped_models
from transformer.commands.evaluate import evaluate_corpus
from transformer.corpora import CORPORA
from transformer.corpora.pairs import Split
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.training.card import commands_behind

TABLE = Path(__file__).with_suffix(".md")
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
    """Measure the models, and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("--models", nargs="+", default=shipped_models(), help="shipped names or model folders")
    parser.add_argument("--data", type=Path, help="folder of the downloaded corpora")
    parser.add_argument("--beam", type=int, default=DEFAULT_BEAM)
    options = parser.parse_args()
    TABLE.write_text(report([measure(load(name), options) for name in options.models]), encoding="utf-8")


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
    return {
        "name": translator.name,
        "language": card["target_language"],
        "parameters": card["parameters"]["total"],
        "commands": commands_behind(card),
        "hours": card["training"]["hours"],
        "machine": f"measured on {measured_on()}",
        "rows": rows,
    }


def best_alpha(translator: Translator, options: argparse.Namespace) -> float:
    """The length penalty with the highest BLEU on the dev part of Multi30k."""

    def dev_bleu(alpha: float) -> float:
        row = evaluate_corpus(translator, "multi30k", "dev", options.beam, alpha, options.data)
        return float(row["bleu"])

    return max((DEFAULT_ALPHA, *ALPHAS), key=dev_bleu)


def report(models: list[dict[str, Any]]) -> str:
    """What was measured, as Markdown."""
    signatures = sorted({row["bleu_signature"] for model in models for row in model["rows"]})
    lines = [
        "# Translation quality",
        "",
        "Written by `python -m benchmarks.quality --data data`.",
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
    lines = [
        f"## {model['name']}",
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
    for corpus, split in dict.fromkeys((row["corpus"], row["split"]) for row in model["rows"]):
        for found in PUBLISHED.get((model["language"], corpus, split), []):
            plain, tokenised = (f"{found[key]:.2f}" if key in found else "" for key in ("plain", "tokenised"))
            lines.append(
                f"| {corpus} {split} | *{found['system']}, {found['size']} parameters* | {plain} | | {tokenised} | |"
            )
    return [*lines, "", "Trained with:", "", "```", *model["commands"], "```", ""]


if __name__ == "__main__":
    main()
