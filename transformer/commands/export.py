"""Write a model for CTranslate2, an engine that people already run."""

import argparse
from pathlib import Path

from transformer.commands.engines.ctranslate2 import write_ctranslate2
from transformer.commands.engines.readme import write_readme
from transformer.translator import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `export`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument(
        "--to", choices=["ctranslate2"], default="ctranslate2", help="the engine (default: ctranslate2)"
    )
    parser.add_argument("--out", required=True, type=Path, help="the folder to write")


def run(options: argparse.Namespace) -> None:
    """Write the folder."""
    translator = load(options.model).of_transformer()
    write_ctranslate2(translator.model, translator.tokenizer, options.out)
    write_readme(options.out, options.model, translator)
    print(f"Written to {options.out}.")
