"""Write a model in another form: for CTranslate2, an engine that people already run, or in fewer bits."""

import argparse
from pathlib import Path

from transformer.commands.ctranslate2 import write_ctranslate2, write_readme
from transformer.errors import GlassformerError
from transformer.model.folder import EIGHT_BITS, read_card, save_model
from transformer.translator import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `export`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument(
        "--to",
        choices=["ctranslate2", "8-bit"],
        default="ctranslate2",
        help="the engine, or a model folder with weights of 8 bits in place of 16 (default: ctranslate2)",
    )
    parser.add_argument("--out", required=True, type=Path, help="the folder to write")


def run(options: argparse.Namespace) -> None:
    """Write the folder."""
    if options.to == "8-bit":
        _write_eight_bits(options.model, options.out)
    else:
        translator = load(options.model).of_transformer()
        write_ctranslate2(translator.model, translator.tokenizer, options.out)
        write_readme(options.out, options.model, translator)
    print(f"Written to {options.out}.")


def _write_eight_bits(name: str, folder: Path) -> None:
    """Write a model of any kind; its card keeps what was said of the training, but no scores of other weights."""
    if folder.exists():
        raise GlassformerError(f"{folder} already exists: choose a different folder, or delete it.")
    translator = load(name)
    card = {key: value for key, value in read_card(name).items() if key != "scores"}
    save_model(folder, translator.model, translator.tokenizer, translator.source_token_counts, card, EIGHT_BITS)
