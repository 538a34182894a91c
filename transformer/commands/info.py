"""Show a model's sizes: parameters by part, and what its card says."""

import argparse
from typing import Any

from transformer.model.building import build
from transformer.model.config import PRESETS
from transformer.model.folder import load_model
from transformer.model.recurrent.config import RecurrentConfig
from transformer.model.translation_model import AnyConfig, TranslationModel, count_parameters

_SCORE = ("corpus", "split", "decoding", "bleu", "chrf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `info`."""
    parser.add_argument("--model", default="en-fr", help="a shipped model, a model folder, or a preset such as base")


def run(options: argparse.Namespace) -> None:
    """Print the sizes."""
    card: dict[str, Any] = {}
    model: TranslationModel
    if options.model in PRESETS:
        model = build(PRESETS[options.model])
    else:
        folder = load_model(options.model)
        model, card = folder.model, folder.card
    kind, *sizes = _sizes(model.config)
    print(f"{options.model}: {kind}")
    for line in sizes:
        print(f"  {line}")
    for part, count in count_parameters(model).items():
        print(f"  {part:<12}{count:>12,}")
    for corpus in card.get("corpora", []):
        pairs, weight = corpus.get("training_pairs", 0), corpus.get("weight", 1)
        share = f"weight {weight:g}" if weight else "in earlier stages"
        print(f"  trained on {pairs:,} pairs of {corpus.get('name', '?')} ({share})")
    for score in card.get("scores", []):
        corpus, split, decoding, bleu, chrf = (score.get(name, "?") for name in _SCORE)
        print(f"  {corpus} {split}, {decoding}: BLEU {bleu}, chrF {chrf}")


def _sizes(config: AnyConfig) -> tuple[str, ...]:
    """A model's sizes and options, in a few lines."""
    ends = f"up to {config.max_length} tokens"
    if isinstance(config, RecurrentConfig):
        looking = f"{config.attention} attention" if config.looks_back else "one vector for the whole sentence"
        return (
            f"Recurrent, {looking}",
            f"word vectors of {config.embedding_size}, states of {config.encoder_size} and {config.decoder_size}",
            f"vocabulary {config.vocabulary_size:,}, {ends}",
        )
    stacks = f"{config.encoder_layers} encoder and {config.decoder_layers} decoder layers"
    return (
        f"{f'One stack of {config.decoder_layers} layers' if config.one_stack else stacks}, {config.norm}-norm",
        f"width {config.d_model}, {config.heads} heads of {config.d_k}, feed-forward {config.d_ff}",
        f"vocabulary {config.vocabulary_size:,}, {config.positions} positions, {ends}",
    )
