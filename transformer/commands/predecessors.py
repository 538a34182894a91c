"""Measure the recurrent models beside a Transformer trained as long, and write it beside their folders."""

import argparse
from pathlib import Path
from typing import Any

from tqdm import tqdm

from transformer.analysis.evaluation.joined import score_by_length
from transformer.analysis.measures.gradient_reach import measure_reach
from transformer.analysis.measures.predecessors import (
    PREDECESSORS,
    Predecessor,
    measure_durations,
    read_curve,
    save_predecessors,
)
from transformer.commands import arguments, machine
from transformer.corpora import load_pairs
from transformer.corpora.encoding import encode_pairs
from transformer.corpora.pairs import evenly
from transformer.decoding.strategies import Beam
from transformer.errors import GlassformerError
from transformer.model.folder import COMPARISON_MODELS
from transformer.model.translation_model import count_parameters
from transformer.training.loop import LOG_FILE
from transformer.translator import Translator, load

LENGTHS = (0, 20, 30, 40, 50, 60)  # words of joined captions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `predecessors`."""
    parser.add_argument("--runs", required=True, type=Path, help="folder of the models' trainings, one folder each")
    parser.add_argument(
        "--seconds-a-step", required=True, help="on one idle core, for each: en-fr-gru=0.34,en-fr-bahdanau=0.42,…"
    )
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)")
    parser.add_argument("--inputs", type=arguments.whole(1), default=100, help="of each length (default: 100)")
    parser.add_argument(
        "--pairs", type=arguments.whole(1), default=100, help="whose gradients are measured (default: 100)"
    )
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Measure every model, and write `measured.json`.

    Raises:
        GlassformerError: if a model, a corpus or a log cannot be read, or the file not be written.
    """
    device = machine.choose(options)
    seconds = _seconds_a_step(options.seconds_a_step)
    measured = []
    for name in tqdm([name for name in PREDECESSORS if name in seconds], unit="model"):
        translator = load(name, device)
        measured.append(_measure(translator, options, seconds[name]))
        for row in measured[-1].by_length:
            tqdm.write(f"{name}: {row.mean_words:5.1f} words, BLEU {row.bleu:5.2f}, {row.written:.0f} % written")
    print(f"Written to {save_predecessors(measured, COMPARISON_MODELS)}.")


def _measure(translator: Translator[Any], options: argparse.Namespace, seconds_a_step: float) -> Predecessor:
    captions = load_pairs("multi30k", "test", "fr", options.data)
    held_out = evenly(load_pairs("multi30k", "dev", "fr", options.data), options.pairs)
    curve = read_curve(options.runs / translator.name / LOG_FILE, seconds_a_step)
    errors = translator.card.get("alignment", {}).get("error_rates") or [None]
    if not curve:
        raise GlassformerError(f"The training of {translator.name} has no validation in its log: it has just begun.")
    return Predecessor(
        translator.name,
        count_parameters(translator.model)["total"],
        seconds_a_step,
        round(curve[-1].target_tokens / curve[-1].seconds, 1),
        curve[-1].step,
        tuple(translator.card.get("scores", [])),
        min(errors, default=None),
        tuple(score_by_length(translator, captions, LENGTHS, options.inputs, Beam())),
        tuple(measure_reach(translator.model, encode_pairs(held_out, translator.tokenizer, 256))),
        tuple(measure_durations(translator)),
        tuple(curve),
    )


def _seconds_a_step(text: str) -> dict[str, float]:
    """Read `en-fr-gru=0.34,en-fr-bahdanau=0.42`.

    Raises:
        GlassformerError: for what is no name of a model with a number.
    """
    found = {}
    for item in text.split(","):
        name, _, value = item.partition("=")
        try:
            found[name.strip()] = arguments.number(0)(value)
        except argparse.ArgumentTypeError as error:
            raise GlassformerError(f"In --seconds-a-step, {item!r}: {error}.") from None
        if name.strip() not in PREDECESSORS:
            raise GlassformerError(f"{name.strip()!r} is none of {', '.join(PREDECESSORS)}.")
    return found
