"""Show a model's sizes: parameters by part, and what its card says."""

import argparse

from transformer.model.config import PRESETS
from transformer.model.transformer import Transformer, count_parameters
from transformer.model_folder import load_model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `info`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model, a model folder, or a preset such as base")


def run(options: argparse.Namespace) -> None:
    """Print the sizes.

    Raises:
        GlassformerError: if there is no such model.
    """
    if options.model in PRESETS:
        model, card = Transformer(PRESETS[options.model]), {}
    else:
        folder = load_model(options.model)
        model, card = folder.model, folder.card
    config = model.config
    layers = f"{config.encoder_layers} encoder and {config.decoder_layers} decoder layers"
    print(f"{options.model}: {layers}, {config.norm}-norm")
    print(f"  width {config.d_model}, {config.heads} heads of {config.d_k}, feed-forward {config.d_ff}")
    print(f"  vocabulary {config.vocabulary_size:,}, {config.positions} positions, up to {config.max_length} tokens")
    for part, count in count_parameters(model).items():
        print(f"  {part:<12}{count:>12,}")
    for corpus in card.get("corpora", []):
        print(f"  trained on {corpus['training_pairs']:,} pairs of {corpus['name']} (weight {corpus['weight']:g})")
    for score in card.get("scores", []):
        print(f"  {score['corpus']} {score['split']}, {score['decoding']}: BLEU {score['bleu']}, chrF {score['chrf']}")
