"""The options for device and threads, the same for every command."""

import argparse

import torch

from transformer.commands import arguments
from transformer.devices import choose_device


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--device` and `--threads`."""
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda, cuda:1, mps (default: auto)")
    parser.add_argument("--threads", type=arguments.whole(1), help="CPU threads (default: all)")


def choose(options: argparse.Namespace) -> torch.device:
    """Set the number of threads and return the device."""
    if options.threads is not None:
        torch.set_num_threads(options.threads)
    return choose_device(options.device)
