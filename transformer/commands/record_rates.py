"""Train the same small model with several learning rates, for the page "Learning and cost"."""

import argparse
from dataclasses import replace
from pathlib import Path

from transformer.commands import arguments, machine
from transformer.model.config import PRESETS, preset
from transformer.training.config import TrainingConfig
from transformer.training.rate_runs import SHIPPED_RATES, record_rates, save_rates


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `record-rates`; left out, it makes the runs that ship with the project (a quarter of an hour)."""
    parser.add_argument("--out", type=Path, default=SHIPPED_RATES, help="file to write (default: the shipped one)")
    parser.add_argument("--corpus", default="everyday", help="name or path of a corpus (default: everyday)")
    parser.add_argument("--preset", default="tiny", choices=list(PRESETS), help="sizes of the model (default: tiny)")
    parser.add_argument("--norm", default="post", choices=["post", "pre"], help="as published: post (%(default)s)")
    parser.add_argument("--steps", type=int, default=1_200, help="of each run (%(default)s)")
    parser.add_argument("--warmup", type=int, default=100, help="of the paper's schedule (%(default)s)")
    parser.add_argument("--batch-tokens", type=int, default=1_000, help="tokens in a batch (%(default)s)")
    parser.add_argument("--seed", type=arguments.seed, default=1, help="of weights, batches and dropout (%(default)s)")
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Train each, and write the file.

    Raises:
        GlassformerError: for options or a corpus that cannot be used, or a file that cannot be written.
    """
    machine.choose(options)
    config = TrainingConfig(
        steps=options.steps, warmup=options.warmup, batch_tokens=options.batch_tokens, seed=options.seed
    )
    rates = record_rates(options.corpus, preset(options.preset, norm=options.norm), config)
    save_rates(options.out, replace(rates, facts={"command": options.typed, **rates.facts}))
    print(f"{len(rates.runs)} runs are in {options.out}.")
