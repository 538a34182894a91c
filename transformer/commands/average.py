"""Average the weights of related models, such as before and after a stage of training, into a new model."""

import argparse
from pathlib import Path

from transformer.errors import ModelFolderError
from transformer.model.folder import CONFIG_FILE, load_model, save_model
from transformer.training.averaging import average_models
from transformer.training.card import averaged_card


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `average`."""
    parser.add_argument("models", nargs="+", metavar="MODEL", help="model folders, in the order they were trained")
    parser.add_argument("--shares", help="how much of each, separated by commas: 0.3,0.7 (default: equal)")
    parser.add_argument("--out", required=True, type=Path, help="folder of the new model")


def run(options: argparse.Namespace) -> None:
    """Write the mean as a model folder, with the last model's card."""
    if (options.out / CONFIG_FILE).exists():
        raise ModelFolderError(f"{options.out} already holds a model: choose another --out.")
    shares = _shares(options.shares, len(options.models))
    models = [load_model(name) for name in options.models]
    averaged = average_models(models, shares)
    last = models[-1]
    card = averaged_card(models, averaged, options.typed)
    save_model(options.out, averaged, last.tokenizer, last.source_token_counts, card)
    print(f"The mean of {len(models)} models is in {options.out}.", end=" ")
    print(f"Measure it: python -m transformer evaluate --model {options.out}")


def _shares(written: str | None, models: int) -> list[float]:
    if written is None:
        return [1.0] * models
    try:
        return [float(share) for share in written.split(",")]
    except ValueError:
        raise ModelFolderError(f"--shares must be numbers separated by commas, not {written!r}.") from None
