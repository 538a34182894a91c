"""What commands share of their arguments: numbers within bounds, texts in UTF-8, errors in one sentence, options."""

import argparse
import math
import os
import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from transformer.errors import GlassformerError

if TYPE_CHECKING:  # the command's own help takes no PyTorch
    import torch

DATA_HELP = "folder of downloaded corpora (default: $GLASSFORMER_DATA or data/)"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are `GlassformerError`s, so that the command line and a build can report them."""

    def error(self, message: str) -> NoReturn:
        """Reject what was typed."""
        more = f"; '{self.prog} --help' shows the options" if self.add_help else ""
        raise GlassformerError(f"{message}{more}.")


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """The type of an option that takes a whole number from `least` to `most`."""
    return lambda written: int(_within(int, "a whole number", least, most, written))


def number(least: float, most: float | None = None) -> Callable[[str], float]:
    """The type of an option that takes a finite number from `least` to `most`."""
    return lambda written: _within(float, "a number", least, most, written)


seed = whole(0, 2**32 - 1)  # the range that every random number generator accepts


def text(argument: str) -> str:
    """The type of a text, whatever the terminal's encoding: text on the command line is UTF-8, as in files."""
    try:
        return os.fsencode(argument).decode()
    except UnicodeError:
        raise argparse.ArgumentTypeError(f"{argument!r} is not UTF-8 text") from None


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """`--beam` and `--alpha`, the same for every command that translates."""
    from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
    from transformer.decoding.strategies import MAX_ALPHA, MAX_BEAM

    sized = "beam size, 1 for greedy decoding (default: %(default)s)"
    parser.add_argument("--beam", type=whole(1, MAX_BEAM), default=DEFAULT_BEAM, help=sized)
    penalty = "length penalty (default: %(default)s)"
    parser.add_argument("--alpha", type=number(0, MAX_ALPHA), default=DEFAULT_ALPHA, help=penalty)


def add_machine(parser: argparse.ArgumentParser) -> None:
    """`--device` and `--threads`, for `set_up_device`."""
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda, cuda:1, mps (default: auto)")
    parser.add_argument("--threads", type=whole(1), help="CPU cores to use (default: all)")


def set_up_device(options: argparse.Namespace) -> "torch.device":
    """Set the number of threads and return the device."""
    import torch

    from transformer.devices import choose_device

    if options.threads is not None:
        torch.set_num_threads(options.threads)
    return choose_device(options.device)


def as_typed(arguments: Sequence[str]) -> str:
    """The whole command line with these arguments, to store in a model's card or a recorded run."""
    return shlex.join(["python", "-m", "transformer", *arguments])


def _within(kind: Callable[[str], float], name: str, least: float, most: float | None, written: str) -> float:
    try:
        value = kind(written)
    except ValueError:
        value = math.nan
    if not least <= value <= (math.inf if most is None else most) or math.isinf(value):
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise argparse.ArgumentTypeError(f"give {name} {bounds}, not {written!r}")
    return value
