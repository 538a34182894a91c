"""Several processes in one run, started by `torchrun`; with a single process every function is trivial."""

import os
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TypeVar

import torch
import torch.distributed as distributed
from torch import Tensor

Item = TypeVar("Item")
PATIENCE = timedelta(hours=24)  # one process may spend hours on a stage alone


def start(device: torch.device) -> None:
    """Join the process group if `torchrun` started this process: NCCL on GPUs, gloo on CPUs."""
    if "WORLD_SIZE" in os.environ and int(os.environ["WORLD_SIZE"]) > 1 and not distributed.is_initialized():
        distributed.init_process_group("nccl" if device.type == "cuda" else "gloo", timeout=PATIENCE)


def stop() -> None:
    """Leave the process group."""
    if distributed.is_initialized():
        distributed.destroy_process_group()


def world_size() -> int:
    """How many processes train together."""
    return distributed.get_world_size() if distributed.is_initialized() else 1


def rank() -> int:
    """The number of this process, from 0."""
    return distributed.get_rank() if distributed.is_initialized() else 0


def is_first() -> bool:
    """Whether this process writes files and messages."""
    return rank() == 0


def wait_for_all() -> None:
    """Wait for every process."""
    if distributed.is_initialized():
        distributed.barrier()


def own_share(items: Sequence[Item]) -> Sequence[Item]:
    """Every n-th item, beginning with this process's number."""
    return items[rank() :: world_size()]


def sum_over_processes(value: float) -> float:
    """The sum of one number over all processes."""
    if not distributed.is_initialized():
        return value
    device = "cuda" if distributed.get_backend() == "nccl" else "cpu"
    total = torch.tensor(value, dtype=torch.float64, device=device)
    distributed.all_reduce(total)
    return float(total.item())


def computed_together(function: Callable[[Tensor], Tensor], tensors: Sequence[Tensor]) -> list[Tensor]:
    """Apply a shape-preserving function to tensors that all processes have; each computes a share of the result."""
    if not distributed.is_initialized() or not tensors:
        return [function(tensor) for tensor in tensors]
    own = range(rank(), len(tensors), world_size())
    # Other processes' tensors are 0 here, so the sum over all processes has everyone's share, exact to the last bit.
    parts = [function(tensor) if index in own else torch.zeros_like(tensor) for index, tensor in enumerate(tensors)]
    everything = torch.cat([part.flatten() for part in parts])
    distributed.all_reduce(everything)
    pieces = everything.split([tensor.numel() for tensor in tensors])
    return [piece.view(tensor.shape) for piece, tensor in zip(pieces, tensors, strict=True)]
