"""Compare greedy decoding with beam search, and write it into the model's folder."""

import argparse
from pathlib import Path

from transformer.analysis.evaluation.search_comparison import (
    FILE,
    SearchRow,
    as_json,
    compare_searches,
    differing_sentences,
    written,
)
from transformer.commands import arguments, beam, machine
from transformer.commands.evaluate import held_out_sets
from transformer.corpora import Direction
from transformer.corpora.everyday import grammar_pairs, held_out_sentences
from transformer.decoding.strategies import Beam
from transformer.errors import GlassformerError
from transformer.files import write_atomically
from transformer.model.folder import find_model, weights_fingerprint
from transformer.translator import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `searches`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument("--corpus", default="everyday", help="test sets, as for `evaluate` (default: everyday)")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)")
    beam.add_arguments(parser)
    parser.add_argument(
        "--examples", type=arguments.whole(0), default=24, help="sentences on which they differ (default: 24)"
    )
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Print a row for each test set, and write `searches.json` with examples where the two searches part.

    The examples come from the everyday corpus's held-out pairs and from sentences of our own that no model was trained
    on, never from a corpus that was downloaded.

    Raises:
        GlassformerError: if the model or a corpus cannot be read.
    """
    if options.beam < 2:
        raise GlassformerError("--beam must be at least 2, or there is nothing to compare.")
    searching = Beam(options.beam, options.alpha)
    translator = load(options.model, device=machine.choose(options)).of_transformer()
    direction = Direction.of_card(translator.card)
    if direction.into_english:
        raise GlassformerError("The examples are English sentences: this model does not read English.")
    rows: list[SearchRow] = []
    for name, split, pairs in held_out_sets(options.corpus, "test", direction, options.data):
        row = compare_searches(translator, name, split, pairs, searching)
        rows.append(row)
        print(_line(row), flush=True)
    grammar = [pair.source for split in ("dev", "test") for pair in grammar_pairs(split)]
    sentences = [*held_out_sentences(), *grammar]
    examples = differing_sentences(translator, sentences, searching, options.examples)
    folder = find_model(options.model)
    path = folder / FILE
    comparison = as_json(rows, examples, searching, weights_fingerprint(folder))
    write_atomically(path, written(comparison).encode())
    print(f"{len(examples)} sentences on which they differ; written to {path}.")


def _line(row: SearchRow) -> str:
    return "   ".join(
        [
            f"{row.corpus:<10} {row.split:<5} {row.sentences:>5} sentences",
            f"BLEU {row.greedy_bleu:.2f} / {row.beam_bleu:.2f}",
            f"log-probability {row.greedy_log_probability:.3f} / {row.beam_log_probability:.3f}",
            f"differ {row.differ:.1%}",
            f"{row.greedy_milliseconds:.0f} / {row.beam_milliseconds:.0f} ms",
        ]
    )
