"""The options of `TrainingConfig`, the same for every command that trains."""

import argparse
import dataclasses
from typing import Any

import torch

from transformer.commands import arguments
from transformer.devices import multiplies_bfloat16
from transformer.training.config import OPTIMIZERS, SCHEDULES, TrainingConfig

_CHOICES = {"schedule": SCHEDULES, "optimizer": OPTIMIZERS}


def add_arguments(parser: argparse._ActionsContainer, **defaults: Any) -> None:
    """One option for each field of `TrainingConfig`.

    Args:
        defaults: those that differ from the fields' own.
    """
    for field in dataclasses.fields(TrainingConfig):
        flag, default = f"--{field.name.replace('_', '-')}", defaults.get(field.name, field.default)
        if field.name == "bfloat16":
            parser.add_argument(
                flag,
                action=argparse.BooleanOptionalAction,
                help="multiply matrices in bfloat16 (default: where the device has instructions for it)",
            )
        else:
            kind = arguments.seed if field.name == "seed" else type(field.default)
            choices = _CHOICES.get(field.name)
            parser.add_argument(flag, type=kind, choices=choices, default=default, help="(%(default)s)")


def build_config(options: argparse.Namespace, device: torch.device) -> TrainingConfig:
    """Build the configuration that the options describe."""
    chosen = {field.name: getattr(options, field.name) for field in dataclasses.fields(TrainingConfig)}
    if options.bfloat16 is None:
        chosen["bfloat16"] = multiplies_bfloat16(device)
    return TrainingConfig(**chosen)
