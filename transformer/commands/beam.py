"""The search options, the same for every command that translates."""

import argparse

from transformer.commands import arguments
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.decoding.strategies import MAX_ALPHA, MAX_BEAM, Strategy, beam_or_greedy

SIZE = arguments.whole(1, MAX_BEAM)
SIZE_HELP = "beam size, 1 for greedy decoding (default: %(default)s)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--beam` and `--alpha`."""
    parser.add_argument("--beam", type=SIZE, default=DEFAULT_BEAM, help=SIZE_HELP)
    add_alpha(parser)


def add_alpha(parser: argparse.ArgumentParser) -> None:
    """Only `--alpha`, for commands where `--beam` conflicts with another option."""
    penalty = arguments.number(0, MAX_ALPHA)
    parser.add_argument("--alpha", type=penalty, default=DEFAULT_ALPHA, help="length penalty (default: %(default)s)")


def choose(options: argparse.Namespace) -> Strategy:
    """Beam search, or greedy decoding if the beam is 1."""
    return beam_or_greedy(options.beam, options.alpha)
