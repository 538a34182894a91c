"""What was measured of the models' quality, and the table that it becomes."""

import json
from pathlib import Path
from typing import Any

from transformer.files import write_atomically

RECORD, TABLE = (Path(__file__).with_name(f"quality.{ending}") for ending in ("json", "md"))
MODELS, CHANGES = "models", "changes"

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


def read_record() -> dict[str, Any]:
    """Everything measured so far; empty lists where nothing was."""
    known = json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}
    return {MODELS: known.get(MODELS, []), CHANGES: known.get(CHANGES, [])}


def write_record(record: dict[str, Any]) -> None:
    """Write the record and the table made from it."""
    write_atomically(RECORD, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode())
    write_atomically(TABLE, table(record).encode())


def table(record: dict[str, Any]) -> str:
    """The record as Markdown."""
    models = sorted(record[MODELS], key=lambda model: (not model["shipped"], model["name"]))
    signatures = sorted({row["bleu_signature"] for model in models for row in model["rows"]})
    lines = [
        "# Translation quality",
        "",
        "Written by `python -m benchmarks.quality` and `python -m benchmarks.quality_changes` from `quality.json`.",
        "",
        "Two kinds of BLEU that must not be compared: **BLEU** is sacreBLEU on plain, cased text "
        f"({', '.join(f'`{signature}`' for signature in signatures)}); **BLEU tok. lc** is what papers on Multi30k "
        "report: multi-bleu on lower-cased text, tokenised by Moses. All tuning used the dev sets.",
        "",
    ]
    for model in models:
        lines += _model(model)
    lines += [SOURCES, "", *_changes(record[CHANGES])]
    return "\n".join(lines)


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


def _changes(changes: list[dict[str, Any]]) -> list[str]:
    lines = [
        "## Single changes",
        "",
        "Pairs of trainings that differ in one thing, measured on a dev set "
        "(`python -m benchmarks.quality_changes`). A few hundred steps show each sentence only a few times. They "
        "favour whatever learns fast, and cannot show the use of dropout or label smoothing against overfitting.",
        "",
        "| change | measured on | before | after | seeds | trained for |",
        "| --- | --- | ---: | ---: | --- | --- |",
    ]
    for row in changes:
        lines.append(
            f"| {row['change']} | {row['measure']} | {row['before']:.2f} | {row['after']:.2f} | {row['seeds']} "
            f"| {row['length']} |"
        )
    return [*lines, ""]
