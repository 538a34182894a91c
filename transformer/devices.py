"""Devices: which one to compute on, its threads and abilities, and how memory is reused."""

import ctypes
import os
import platform
import sys
from contextlib import suppress
from pathlib import Path

import torch

from transformer.errors import ConfigError

CPU = torch.device("cpu")
# From malloc.h of the GNU C library.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_AS_MUCH_AS_THERE_IS = 2**31 - 1
_STATUS = Path("/proc/self/statm")


def multiplies_bfloat16(device: torch.device) -> bool:
    """Whether the device has instructions for bfloat16 multiplication.

    A CPU without AVX-512 BF16 or AMX only emulates them, at a quarter of the speed of float32. For processors not made
    by Intel, AMD or NVIDIA, the answer is always no.
    """
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    capabilities = torch.cpu.get_capabilities()
    return device.type == "cpu" and bool(capabilities.get("avx512_bf16") or capabilities.get("amx_bf16"))


def choose_device(name: str = "auto") -> torch.device:
    """The device to compute on: the named one, or the first available of CUDA, Apple's MPS and the CPU.

    Under `torchrun` each process takes the GPU of its local number.

    Raises:
        ConfigError: if this machine has no such device.
    """
    if name in ("auto", "cuda") and torch.cuda.is_available():
        return torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
    if name == "auto":
        return torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    try:
        device = torch.device(name)
        torch.empty(1, device=device).item()
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        here = ["cpu", *(f"cuda:{index}" for index in range(torch.cuda.device_count()))]
        here += ["mps"] if torch.backends.mps.is_available() else []
        raise ConfigError(f"This machine has no device {name!r}: it has {', '.join(here)}.") from error
    return device


def available_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def describe_machine(device: torch.device = CPU, processes: int = 1) -> str:
    """The machine in words: "2 CPU cores, x86_64, 1 thread", or the processes on it or their GPUs."""
    if device.type == "cuda":
        return f"{processes} x {torch.cuda.get_device_name(device)}"
    threads = torch.get_num_threads()
    each = f"{threads} thread{'s' * (threads > 1)}"
    used = each if processes == 1 else f"{processes} processes of {each}"
    return f"{os.cpu_count()} CPU cores, {platform.machine()}, {used}"


def keep_freed_memory() -> None:
    """Let this process reuse large blocks of memory instead of returning them to the system.

    A training step allocates and frees hundreds of megabytes. By default the GNU C library returns every large block,
    and the system fills each new one with zeros, page by page: on two cores that is a quarter of a step. Without Linux
    and that library, it does nothing.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # another C library
        return
    mallopt(_M_MMAP_THRESHOLD, _AS_MUCH_AS_THERE_IS)
    mallopt(_M_TRIM_THRESHOLD, _AS_MUCH_AS_THERE_IS)


def resident_memory() -> int:
    """Bytes of memory that this process holds; 0 where the system doesn't say, as without Linux."""
    with suppress(OSError):
        return int(_STATUS.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def return_freed_memory() -> None:
    """Give the system the memory that was freed, which the GNU C library keeps by default; 1 to 12 ms."""
    if sys.platform.startswith("linux"):
        with suppress(AttributeError, OSError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)
