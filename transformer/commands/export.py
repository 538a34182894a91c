"""Write a model for an engine that people already run: CTranslate2 or ONNX Runtime."""

import argparse
from pathlib import Path

from transformer.commands.engines.ctranslate2 import write_ctranslate2
from transformer.commands.engines.onnx import write_onnx
from transformer.commands.engines.readme import CTRANSLATE2, ONNX, write_readme
from transformer.translator import load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `export`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model or a model folder (default: en-fr)")
    parser.add_argument("--to", required=True, choices=[CTRANSLATE2, ONNX], help="the engine")
    parser.add_argument("--out", required=True, type=Path, help="the folder to write")


def run(options: argparse.Namespace) -> None:
    """Write the folder."""
    translator = load(options.model).of_transformer()
    if options.to == ONNX:
        write_onnx(translator.model, options.out)
    else:
        write_ctranslate2(translator.model, translator.tokenizer, options.out)
    write_readme(options.out, options.to, options.model, translator)
    print(f"Written to {options.out}.")
