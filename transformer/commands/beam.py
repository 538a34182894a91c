"""The options that say how to search, the same for every command that translates."""

import argparse

from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.decoding.strategies import Strategy, beam_or_greedy

SIZE_HELP = "beam size, 1 for greedy decoding (default: %(default)s)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--beam` and `--alpha`."""
    parser.add_argument("--beam", type=int, default=DEFAULT_BEAM, help=SIZE_HELP)
    add_alpha(parser)


def add_alpha(parser: argparse.ArgumentParser) -> None:
    """`--alpha` alone, for a command whose `--beam` excludes something."""
    parser.add_argument("--alpha", type=float, default=DEFAULT_ALPHA, help="length penalty (default: %(default)s)")


def choose(options: argparse.Namespace) -> Strategy:
    """Beam search, or greedy decoding for a beam of one.

    Raises:
        GlassformerError: for a size or a length penalty that makes no search.
    """
    return beam_or_greedy(options.beam, options.alpha)
