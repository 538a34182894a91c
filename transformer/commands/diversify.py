"""Make new training pairs: translate one side of a corpus with a model (back-translation, distillation)."""

import argparse
from pathlib import Path

from tqdm import tqdm

from transformer.commands import beam, machine
from transformer.corpora import Direction, load_mixture, parse_mixture
from transformer.corpora.origin import write_origin
from transformer.decoding.search import DEFAULT_BEAM
from transformer.decoding.strategies import Sampling, Strategy
from transformer.diversification import diversified
from transformer.errors import CorpusError
from transformer.files import write_atomically
from transformer.training.card import commands_behind
from transformer.translator import load_transformer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `diversify`."""
    parser.add_argument("--model", required=True, help="a shipped model or a model folder")
    parser.add_argument("--corpus", required=True, help="whose training pairs: multi30k, or everyday,tatoeba")
    parser.add_argument("--out", required=True, type=Path, help="TSV to write, for train --corpus; English first")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--beam", type=int, default=DEFAULT_BEAM, help=beam.SIZE_HELP)
    how.add_argument("--sample", action="store_true", help="draw every token at random instead")
    parser.add_argument("--temperature", type=float, default=1.0, help="of --sample: below 1 sharper (default: 1.0)")
    parser.add_argument("--top-k", type=int, help="of --sample: draw from the k most probable tokens (default: all)")
    parser.add_argument("--seed", type=int, default=1, help="of --sample (default: 1)")
    beam.add_alpha(parser)
    machine.add_arguments(parser)


def run(options: argparse.Namespace) -> None:
    """Write the new pairs, and say how many there are.

    Raises:
        GlassformerError: if the model or a corpus cannot be read, or nothing new came of it.
    """
    if options.out.exists():
        raise CorpusError(f"{options.out} already exists: choose another --out.")
    translator = load_transformer(options.model, device=machine.choose(options))
    language = Direction.of_card(translator.card).foreign
    # Cleared of what is held out: a new source would hide a held-out pair from `train`.
    corpus = [
        pair for pairs, _ in load_mixture(parse_mixture(options.corpus), language, options.data) for pair in pairs
    ]
    new = diversified(translator, corpus, _strategy(options))
    made = [pair for pair in tqdm(new, total=len(corpus), unit="pair", dynamic_ncols=True) if pair]
    if not made:
        raise CorpusError("The model says nothing that the corpus does not say already.")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(options.out, "".join(f"{source}\t{target}\n" for source, target in made).encode())
    write_origin(options.out, [*commands_behind(translator.card), options.typed])
    print(f"{len(made):,} new pairs out of {len(corpus):,} are in {options.out}.")


def _strategy(options: argparse.Namespace) -> Strategy:
    if options.sample:
        return Sampling(options.temperature, options.top_k, seed=options.seed)
    return beam.choose(options)
