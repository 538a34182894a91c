"""Import a translation model that others have trained, from a folder or from huggingface.co."""

import argparse
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from transformer.commands import arguments, measure
from transformer.corpora import Direction
from transformer.corpora.direction import ENGLISH
from transformer.corpora.everyday import NATURAL_FOLDERS
from transformer.errors import GlassformerError, ModelFolderError
from transformer.model.card import IMPORTED
from transformer.model.folder import (
    comparison_models,
    is_model_name,
    load_model,
    own_models_folder,
    save_model,
    shipped_models,
    write_card,
)
from transformer.model.importing.checkpoint import Checkpoint
from transformer.model.importing.hub import download_model
from transformer.model.importing.reading import read_checkpoint
from transformer.training.card import alignment_facts, held_out_alignments
from transformer.translator import load

_HUB_NAME = re.compile(r"[\w-][\w.-]*/[\w.-]+")
_EVERYDAY = ("--corpus", "everyday-natural:train")  # an imported model was trained on none of it
# What `--measure` runs. Heads and alignment need known word links, which only the French grammar has.
_LINKED = (("heads", "--pairs", "100"), ("alignment", "--pairs", "100", "--save", "everyday"))
_TRANSLATED = (("confidence", *_EVERYDAY, "--pairs", "100"), ("ablations", *_EVERYDAY, "--pairs", "10"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `import`."""
    parser.add_argument(
        "model",
        help="a folder in Hugging Face's format, or a name on huggingface.co such as Helsinki-NLP/opus-mt-en-es",
    )
    parser.add_argument("--revision", help="branch, tag or commit on huggingface.co (default: its main branch)")
    parser.add_argument("--name", help="how to call the model here (default: the last part of its name)")
    parser.add_argument(
        "--measure", action="store_true", help="measure it on a small sample: heads, alignment, confidence, ablations"
    )
    parser.add_argument(
        "--pair",
        nargs="+",
        default=[],
        type=arguments.text,
        metavar="SOURCE::TARGET",
        help="example sentences with their translations, for languages that have none here",
    )


def run(options: argparse.Namespace) -> None:
    """Write a model folder, whole or not at all, and measure it if asked to."""
    examples = [_example(pair) for pair in options.pair]
    given = options.model.rstrip("/\\")
    is_folder, own_name = Path(given).is_dir(), Path(given).resolve().name
    if not is_folder and not _HUB_NAME.fullmatch(given):
        raise ModelFolderError(
            f"{given!r} is neither a folder nor a name on huggingface.co such as Helsinki-NLP/opus-mt-en-es."
        )
    if is_folder and options.revision is not None:
        raise GlassformerError("--revision is for a model on huggingface.co: a folder has only what is in it.")
    name = own_name if options.name is None else options.name
    folder = own_models_folder() / name
    _check_name(name, folder)
    place = Path(given) if is_folder else download_model(given, options.revision)
    model, tokenizer, card = read_checkpoint(Checkpoint(place, own_name if is_folder else given))
    if not is_folder:  # the Hub's cache names a folder after its commit
        card[IMPORTED]["revision"] = " ".join(dict.fromkeys([options.revision or "main", place.name]))
    card |= {"command": options.typed} | ({"examples": examples} if examples else {})
    unfinished = folder.with_name(f".{name}.unfinished")
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        save_model(unfinished, model, tokenizer, torch.zeros(tokenizer.size), card)
        load_model(unfinished)  # it reads what was written, and checks that the numbers make sense
        unfinished.rename(folder)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    print(f"{name} is in {folder}.")
    if tokenizer.languages:
        print(f"It writes {len(tokenizer.languages)} languages; choose with --into: {', '.join(tokenizer.languages)}.")
    if options.measure:
        _measure(folder, card)
    print(f'Try it: python -m transformer translate --model {name} "…"')


def _check_name(name: str, folder: Path) -> None:
    if not is_model_name(name):
        raise GlassformerError(
            f"A model can't be called {name!r}: give --name with at most 41 letters, digits, hyphens or underscores."
        )
    if name in (*shipped_models(), *comparison_models()) or folder.exists():
        raise ModelFolderError(f"There is already a model called {name!r}: give another --name, or delete {folder}.")


def _example(pair: str) -> dict[str, str]:
    source, separator, target = (part.strip() for part in pair.partition("::"))
    if not (source and separator and target):
        raise GlassformerError(f"--pair takes a sentence and its translation, 'Hello.::Bonjour.', not {pair!r}.")
    return {"source": source, "target": target}


def _measure(folder: Path, card: dict[str, Any]) -> None:
    """Run what can be measured for these languages, and write into the card what was, one after the other."""
    direction = Direction.of_card(card)
    measurements: Sequence[Sequence[str]] = ()
    if direction == Direction(ENGLISH, "fr"):
        measurements = (*_LINKED, *_TRANSLATED)
        card["alignment"] = alignment_facts(load(folder), held_out_alignments())
    elif ENGLISH in (direction.source, direction.target) and {direction.source, direction.target} & {*NATURAL_FOLDERS}:
        measurements = _TRANSLATED
    else:
        print(
            f"Nothing was measured: there are no test sentences from {direction.source} into {direction.target} here."
        )
    card[IMPORTED]["measured"] = measured = list[str]()
    write_card(folder, card)
    for what, *settings in measurements:
        print(f"Measuring {what} …", flush=True)
        parser = arguments.Parser(add_help=False)
        measure.add_arguments(parser)
        measure.run(parser.parse_args([what, str(folder), *settings]))
        measured.append(what)
        write_card(folder, card)
