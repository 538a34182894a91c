"""Train a small model and record what becomes of a few sentences on the way, for the page "Learning and cost"."""

import argparse
from dataclasses import replace
from pathlib import Path

from transformer.commands import arguments, machine
from transformer.commands.progress_bar import ProgressBar
from transformer.corpora import Pair
from transformer.model.config import PRESETS, preset
from transformer.training.config import SCHEDULES, TrainingConfig
from transformer.training.recorded_run import SENTENCES, SHIPPED_RUN, record_run, save_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `record-run`; left out, it makes the run that ships with the project (some minutes)."""
    parser.add_argument("--out", type=Path, default=SHIPPED_RUN, help="file to write (default: the shipped one)")
    parser.add_argument("--corpus", default="everyday", help="name or path of a corpus (default: everyday)")
    parser.add_argument("--preset", default="tiny", choices=list(PRESETS), help="sizes of the model (default: tiny)")
    parser.add_argument("--steps", type=int, default=2_400, help="updates of the weights (%(default)s)")
    parser.add_argument("--batch-tokens", type=int, default=1_500, help="tokens in a batch (%(default)s)")
    parser.add_argument("--schedule", choices=SCHEDULES, default="cosine", help="(%(default)s)")
    parser.add_argument("--peak", type=float, default=3e-3, help="largest learning rate (%(default)s)")
    parser.add_argument("--warmup", type=int, default=200, help="steps until the peak (%(default)s)")
    parser.add_argument("--seed", type=arguments.seed, default=1, help="(%(default)s)")
    parser.add_argument(
        "--checkpoints", type=arguments.whole(1), default=21, help="how often to look, at most (%(default)s)"
    )
    parser.add_argument(
        "--sentence",
        nargs=2,
        action="append",
        type=arguments.text,
        metavar=("ENGLISH", "FRENCH"),
        help="to look at, with the translation the model is led through; may be given several times",
    )
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Train, look, and write the file.

    Raises:
        GlassformerError: for options or a corpus that cannot be used, or a file that cannot be written.
    """
    machine.choose(options)
    config = TrainingConfig(
        steps=options.steps,
        batch_tokens=options.batch_tokens,
        schedule=options.schedule,
        peak=options.peak,
        warmup=options.warmup,
        seed=options.seed,
    )
    sentences = [Pair(*pair) for pair in options.sentence] if options.sentence else SENTENCES
    progress = ProgressBar(config.steps)
    try:
        model_config = preset(options.preset)
        recorded = record_run(options.corpus, model_config, config, sentences, options.checkpoints, progress.on_step)
    finally:
        progress.close()
    save_run(options.out, replace(recorded, facts={"command": options.typed, **recorded.facts}))
    for sentence in recorded.sentences:
        print(f"{sentence.source} -> {sentence.translations[-1]}")
    print(f"{len(recorded.steps)} checkpoints are in {options.out}.")
