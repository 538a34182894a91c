"""Measure how well each method, layer and head links words, against people or the everyday grammar."""

import argparse
from pathlib import Path

import pandas as pd
from tqdm import tqdm

from transformer.attribution.alignment_file import save_alignment
from transformer.attribution.word_alignment import AlignedExample, alignment_error_rates, gold_example, grammar_example
from transformer.commands import arguments, machine
from transformer.corpora.everyday import grammar_pairs
from transformer.corpora.gold import read_gold
from transformer.model.folder import find_model
from transformer.text.tokenizer import SubwordTokenizer
from transformer.translator import load

GOLD = "test.en-fr"  # in a folder: of the shared task of 2003


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `align`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument(
        "--gold",
        type=Path,
        help=f"a folder with {GOLD}.txt and {GOLD}.gold, or a path without these endings (default: everyday, dev)",
    )
    parser.add_argument(
        "--pairs", type=arguments.whole(1), default=1_000, help="at most, the first ones (default: 1000)"
    )
    parser.add_argument("--rows", type=arguments.whole(1), default=20, help="to print, the best ones (default: 20)")
    parser.add_argument(
        "--explained", action="store_true", help="gradients and leaving out too, which take seconds a sentence"
    )
    parser.add_argument("--save", metavar="NAME", help="keep the rates of this set of pairs beside the weights")
    parser.add_argument("--out", type=Path, help="a CSV file for all rows")
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Lead the model through the pairs, and print the methods with the lowest error rates.

    Raises:
        GlassformerError: if the model or the gold alignment cannot be read, or the model's folder not be written to.
    """
    translator = load(options.model, device=machine.choose(options)).of_transformer()
    pairs = linked_pairs(options.gold, translator.tokenizer, options.pairs)
    table = alignment_error_rates(translator, tqdm(pairs, unit="pair", dynamic_ncols=True), options.explained)
    print(_written(table.head(options.rows)))
    measured = int(table["pairs"].iloc[0]) if len(table) else 0
    print(f"Alignment error rate in %, on {measured} pairs, the model led through the given translations.")
    if options.save and measured:
        print(f"Written to {save_alignment(find_model(options.model), options.save, table)}.")
    if options.out is not None:
        table.to_csv(options.out, index=False)


def linked_pairs(gold: Path | None, tokenizer: SubwordTokenizer, count: int) -> list[AlignedExample]:
    """Pairs linked by people, or those of the everyday grammar's dev part.

    Raises:
        CorpusError: if the gold alignment cannot be read.
    """
    if gold is None:
        return [grammar_example(pair, tokenizer) for pair in grammar_pairs("dev")[:count]]
    return [gold_example(pair, tokenizer) for pair in read_gold(gold / GOLD if gold.is_dir() else gold)[:count]]


def _written(table: pd.DataFrame) -> str:
    shown = table.drop(columns="pairs")
    for column in ("error_rate", "precision", "recall"):
        shown[column] = (100 * shown[column]).round(1)
    return str(shown.to_string(index=False, na_rep="all"))
