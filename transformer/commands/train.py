"""Train a model on one or several corpora and write it as a model folder."""

import argparse
import dataclasses
import sys
from collections.abc import Iterable
from pathlib import Path

from transformer.commands import arguments, training_options
from transformer.commands.progress_bar import ProgressBar
from transformer.corpora import Direction, parse_mixture
from transformer.corpora.direction import ENGLISH, FOREIGN, UNNAMED, two_letters
from transformer.corpora.loading import has_name
from transformer.errors import TrainingError
from transformer.model.config import PRESETS, preset
from transformer.model.folder import read_card
from transformer.model.recurrent.config import RECURRENT_PRESETS
from transformer.model.translation_model import AnyConfig
from transformer.text.cleaning import clean
from transformer.training import parallel
from transformer.training.run import RunOptions, run_training

DEFAULT_PRESET = "small"
LONGEST_NAME = 40  # of what a model reads or writes
TRANSFORMER = "transformer"
KINDS = (TRANSFORMER, *RECURRENT_PRESETS)
# Sizes that only one kind of model has; both have `dropout` and a vocabulary.
_TRANSFORMER_OPTIONS = {
    "encoder_layers": int,
    "decoder_layers": int,
    "d_model": int,
    "heads": int,
    "d_ff": int,
    "position_base": float,
    "norm": str,
    "positions": str,
}
_RECURRENT_OPTIONS = {"embedding_size": int, "encoder_size": int, "decoder_size": int, "attention_size": int}
_CHOICES = {"norm": ["post", "pre"], "positions": ["sinusoidal", "learned"]}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `train`; the defaults come from the preset and from `TrainingConfig`."""
    parser.add_argument("--corpus", required=True, help="names with optional weights: everyday*0.5,multi30k,tatoeba*2")
    parser.add_argument("--out", required=True, type=Path, help="folder of the run; the model will be in its model/")
    parser.add_argument("--data", type=Path, help=arguments.DATA_HELP)
    parser.add_argument("--dev", help="file of pairs to choose the best checkpoints by, or a corpus: multi30k:dev")
    named = "en, fr, de or, for your own pairs, any name, such as %r"
    parser.add_argument("--source", type=_language, help=f"what to read: {named % 'dates'}")
    parser.add_argument("--target", type=_language, help=f"what to write: {named % 'ISO dates'}")
    parser.add_argument("--initial", type=Path, help="start from this model folder instead of a fresh model")
    parser.add_argument("--resume", action="store_true", help="continue the run in --out")
    arguments.add_machine(parser)
    model = parser.add_argument_group("model")
    model.add_argument("--preset", choices=list(PRESETS), help=f"sizes of a fresh model ({DEFAULT_PRESET})")
    model.add_argument("--model", choices=KINDS, help=f"kind of model to train ({TRANSFORMER})", dest="kind")
    model.add_argument("--vocabulary-of", metavar="MODEL", help="share the vocabulary of a shipped model or a folder")
    model.add_argument("--vocabulary", type=int, dest="vocabulary_size", help="tokens in the joint vocabulary")
    for name, kind in {**_TRANSFORMER_OPTIONS, **_RECURRENT_OPTIONS, "dropout": float}.items():
        choices = _CHOICES.get(name)
        model.add_argument(f"--{name.replace('_', '-')}", type=kind, choices=choices)
    training = parser.add_argument_group("training")
    training_options.add_arguments(training)


def run(options: argparse.Namespace) -> None:
    """Train as the options say, in a process group if `torchrun` started this process."""
    parallel.start(arguments.set_up_device(options))
    try:
        folder = train_model(options)
        if parallel.is_first():
            text = next((each["source"] for each in read_card(folder).get("examples", ())), "I love you.")
            words = arguments.as_typed(["translate", "--model", str(folder), text])
            print(f"The model is in {folder}. Try: {words}")
    except (KeyboardInterrupt, SystemExit):
        _say(f"The training in {options.out} is not finished: the same command with --resume continues it.")
        raise
    finally:
        parallel.stop()


def train_model(options: argparse.Namespace) -> Path:
    """Train as the options say, in the current process group; returns the model's folder."""
    device = arguments.set_up_device(options)
    config = training_options.build_config(options, device)
    progress = ProgressBar(config.steps)
    try:
        return run_training(
            RunOptions(
                mixture=parse_mixture(options.corpus),
                folder=options.out,
                direction=direction_of(options),
                data=options.data,
                dev=options.dev,
                resume=options.resume,
                initial=options.initial,
                vocabulary_of=options.vocabulary_of,
                command=options.typed,
                warn=_say,
            ),
            model_config(options),
            config,
            device,
            progress,
        )
    finally:
        progress.close()


def direction_of(options: argparse.Namespace) -> Direction:
    """What is read and written, as the options name it.

    By default, as the initial model does; English to French if a corpus has a name; otherwise nobody has named it.
    """
    if options.initial is not None:
        otherwise = Direction.of_card(read_card(options.initial))
    elif any(has_name(part.name) for part in parse_mixture(options.corpus)):
        otherwise = Direction()
    else:
        otherwise = Direction(ENGLISH if options.target in FOREIGN else UNNAMED, UNNAMED)
    return Direction(options.source or otherwise.source, options.target or otherwise.target)


def _language(name: str) -> str:
    """The type of a language or another name of what is read or written: a line of at most 40 characters."""
    cleaned = clean(arguments.text(name))
    if not 0 < len(cleaned) <= LONGEST_NAME:
        raise argparse.ArgumentTypeError(f"give a name of 1 to {LONGEST_NAME} characters, not {name!r}")
    return two_letters(cleaned)


def model_config(options: argparse.Namespace) -> AnyConfig:
    """The sizes of a fresh model of this kind, with those given on the command line."""
    recurrent = options.kind not in (None, TRANSFORMER)
    own, foreign = (
        (_RECURRENT_OPTIONS, _TRANSFORMER_OPTIONS) if recurrent else (_TRANSFORMER_OPTIONS, _RECURRENT_OPTIONS)
    )
    if strangers := [*_given_options(options, foreign), *(["preset"] if recurrent and options.preset else [])]:
        kind = options.kind or TRANSFORMER
        raise TrainingError(f"A model of the kind {kind!r} has no {_flags(strangers)}: leave that out.")
    fixed = _given_options(options, (*own, "dropout", "vocabulary_size", "preset", "vocabulary_of", "kind"))
    if options.initial is not None and fixed:
        raise TrainingError(
            f"{options.initial} keeps its kind, sizes, dropout and vocabulary: leave out {_flags(fixed)}, or --initial."
        )
    changes = {name: getattr(options, name) for name in _given_options(options, (*own, "dropout", "vocabulary_size"))}
    if recurrent:
        return dataclasses.replace(RECURRENT_PRESETS[options.kind], **changes)
    return preset(options.preset or DEFAULT_PRESET, **changes)


def _say(sentence: str) -> None:
    """Print a sentence on standard error, once, however many processes are training."""
    if parallel.is_first():
        print(sentence, file=sys.stderr)


def _given_options(options: argparse.Namespace, names: Iterable[str]) -> list[str]:
    return [name for name in names if getattr(options, name) is not None]


def _flags(names: Iterable[str]) -> str:
    own = {"vocabulary_size": "--vocabulary", "kind": "--model"}
    return ", ".join(own.get(name, f"--{name.replace('_', '-')}") for name in names)
