"""Record short trainings: for the page "Learning", `run` follows sentences and `rates` compares learning rates;
`changes` compares what changed since 2017.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from transformer.commands import arguments, training_options
from transformer.commands.progress_bar import ProgressBar
from transformer.corpora import Pair
from transformer.model.config import PRESETS, preset
from transformer.training.ages import SUFFIX
from transformer.training.changes import SHIPPED_CHANGES, record_changes
from transformer.training.rate_runs import SHIPPED_RATES, record_rates, save_rates
from transformer.training.recorded_run import SENTENCES, SHIPPED_RUN, record_run, save_run


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The recordings; without options they produce what ships with the project."""
    recordings = parser.add_subparsers(dest="what", required=True, metavar="what")
    run = recordings.add_parser(
        "run", help="one training that follows a few sentences and keeps the model at ten ages (takes minutes)"
    )
    rates = recordings.add_parser("rates", help="one training per learning rate (takes a quarter of an hour)")
    changes = recordings.add_parser("changes", help="tiny models with one change each (takes an hour; continues)")
    changes.add_argument("--out", type=Path, default=SHIPPED_CHANGES, help="file to write (default: the shipped one)")
    changes.add_argument("--corpus", default="everyday", help="name or path of a corpus (default: everyday)")
    arguments.add_machine(changes)
    training_options.add_arguments(changes, steps=800, batch_tokens=1_500, peak=3e-3, warmup=80)
    two_stacks = [name for name, sizes in PRESETS.items() if not sizes.one_stack]
    for each, out, norm in ((run, SHIPPED_RUN, "pre"), (rates, SHIPPED_RATES, "post")):
        each.add_argument("--out", type=Path, default=out, help="file to write (default: the shipped one)")
        each.add_argument("--corpus", default="everyday", help="name or path of a corpus (default: everyday)")
        each.add_argument("--preset", default="tiny", choices=two_stacks, help="sizes of the model (default: tiny)")
        each.add_argument("--norm", default=norm, choices=["post", "pre"], help="(%(default)s)")
        arguments.add_machine(each)
    training_options.add_arguments(run, steps=2_400, batch_tokens=1_500, peak=3e-3, warmup=200)
    training_options.add_arguments(rates, steps=1_200, batch_tokens=1_000, warmup=100)
    run.add_argument(
        "--checkpoints", type=arguments.whole(1), default=21, help="how many, at most (default: %(default)s)"
    )
    run.add_argument(
        "--sentence",
        nargs=2,
        action="append",
        type=arguments.text,
        metavar=("ENGLISH", "FRENCH"),
        help="to follow, with its translation for teacher forcing; repeat for more sentences",
    )


def run(options: argparse.Namespace) -> None:
    """Train, observe, and write the file."""
    config = training_options.build_config(options, arguments.set_up_device(options))
    if options.what == "changes":
        print(f"{len(record_changes(options.out, options.corpus, config).runs)} runs are in {options.out}.")
        return
    sizes = preset(options.preset, norm=options.norm)
    if options.what == "rates":
        rates = record_rates(options.corpus, sizes, config)
        save_rates(options.out, replace(rates, facts={"command": options.typed, **rates.facts}))
        print(f"{len(rates.runs)} runs are in {options.out}.")
        return
    sentences = [Pair(*pair) for pair in options.sentence] if options.sentence else SENTENCES
    ages = options.out.with_name(f"{options.out.stem}{SUFFIX}")
    progress = ProgressBar(config.steps)
    try:
        recorded = record_run(options.corpus, sizes, config, ages, sentences, options.checkpoints, progress.on_step)
    finally:
        progress.close()
    save_run(options.out, replace(recorded, facts={"command": options.typed, **recorded.facts}))
    for sentence in recorded.sentences:
        print(f"{sentence.source} -> {sentence.translations[-1]}")
    print(f"{len(recorded.steps)} checkpoints are in {options.out}, its model's ages in {ages}.")
