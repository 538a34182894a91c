"""Several processes in one run, started by `torchrun`; with a single process every function is trivial."""

import os
from collections.abc import Callable
from datetime import timedelta

import torch
import torch.distributed as distributed
from torch import Tensor

PATIENCE = timedelta(hours=24)  # the others wait while the first one measures


def start(device: torch.device) -> None:
    """Join the process group if `torchrun` started this process: NCCL on GPUs, gloo on CPUs."""
    if device.type == "cuda":
        torch.cuda.set_device(device)
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


def random_states(device: torch.device) -> list[Tensor]:
    """What dropout draws from, a row for each process: the CPU's states, and the GPUs' if `device` is one."""
    own = [torch.get_rng_state(), *([torch.cuda.get_rng_state(device)] if device.type == "cuda" else [])]
    return [torch.stack(_from_all(state.to(device))).cpu() for state in own]


def _from_all(own: Tensor) -> list[Tensor]:
    if not distributed.is_initialized():
        return [own]
    found = [torch.empty_like(own) for _ in range(world_size())]
    distributed.all_gather(found, own)
    return found


def is_true_anywhere(own: bool, device: torch.device) -> bool:
    """Whether something is true in at least one process."""
    return bool(sum_over_processes(torch.tensor(float(own), device=device))) if world_size() > 1 else own


def own_share(rows: Tensor) -> Tensor:
    """Every n-th row, beginning with this process's number."""
    return rows[rank() :: world_size()]


def sum_over_processes(value: Tensor) -> Tensor:
    """The sum of a tensor over all processes."""
    if not distributed.is_initialized():
        return value
    total = value.clone()
    distributed.all_reduce(total)
    return total


def compute_together(function: Callable[[Tensor], Tensor], rows: Tensor) -> Tensor:
    """Apply a function that keeps shapes to rows (n, …) that all processes have; each computes a share, all get all."""
    if not distributed.is_initialized():
        return function(rows)
    own = slice(rank(), None, world_size())
    # What others compute is 0 here, so that the sum over all processes is everybody's part, to the last bit.
    result = torch.zeros_like(rows)
    if len(rows[own]):
        result[own] = function(rows[own])
    distributed.all_reduce(result)
    return result
