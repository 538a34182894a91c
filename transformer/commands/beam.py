"""The search options, the same for every command that translates."""

import argparse

from transformer.commands import arguments
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.decoding.strategies import MAX_ALPHA, MAX_BEAM


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--beam` and `--alpha`."""
    size, penalty = arguments.whole(1, MAX_BEAM), arguments.number(0, MAX_ALPHA)
    sized = "beam size, 1 for greedy decoding (default: %(default)s)"
    parser.add_argument("--beam", type=size, default=DEFAULT_BEAM, help=sized)
    parser.add_argument("--alpha", type=penalty, default=DEFAULT_ALPHA, help="length penalty (default: %(default)s)")
