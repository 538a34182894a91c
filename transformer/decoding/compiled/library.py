"""The compiled code and the structs that it reads; without it, decoding runs the model's own modules."""

import ctypes
from ctypes import CDLL, POINTER, Structure, c_float, c_int32, c_int64, c_void_p
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

FLOATS: dict[str, Any] = {"dtype": torch.float32, "device": "cpu"}  # whatever PyTorch's defaults are
PANEL = 32  # outputs of a matrix side by side, see step.h
LAYOUT = 4  # of step.h
NAME = "_step"  # setup.py's name for what it compiles
_PROBLEMS = {1: "no such token", 2: "no such position"}


class AffineStruct(Structure):
    """`Affine` of step.h."""

    _fields_ = (("panels", c_void_p), ("bias", c_void_p), ("inputs", c_int32), ("outputs", c_int32))


class NormStruct(Structure):
    """`Norm` of step.h."""

    _fields_ = (("gain", c_void_p), ("bias", c_void_p), ("epsilon", c_float))


class LayerStruct(Structure):
    """`Layer` of step.h."""

    _fields_ = (
        *((name, AffineStruct) for name in ("query_key_value", "self_output")),
        *((name, AffineStruct) for name in ("cross_query", "cross_key", "cross_value", "cross_output")),
        *((name, AffineStruct) for name in ("expand", "contract")),
        *((name, NormStruct) for name in ("self_norm", "cross_norm", "feed_forward_norm")),
    )


class StackStruct(Structure):
    """`Stack` of step.h."""

    _fields_ = (
        ("layers", POINTER(LayerStruct)),
        ("embedding", c_void_p),
        ("norm", NormStruct),
        ("layer_count", c_int32),
    )


class ModelStruct(Structure):
    """`Model` of step.h."""

    _fields_ = (
        ("encoder", StackStruct),
        ("decoder", StackStruct),
        ("positions", c_void_p),
        ("output", AffineStruct),
        ("scale", c_float),
        *((name, c_int32) for name in ("width", "hidden", "heads", "vocabulary", "longest", "pre_norm", "swish")),
    )


class SourceStruct(Structure):
    """`Source` of step.h."""

    _fields_ = (*((name, c_void_p) for name in ("tokens", "lengths", "memory", "scratch")), ("sentences", c_int32))


class StepStruct(Structure):
    """`Step` of step.h."""

    _fields_ = (
        *((name, c_void_p) for name in ("source", "spans", "pool", "past", "tokens", "scratch", "logits")),
        *((name, c_int32) for name in ("source_length", "capacity", "past_stride", "position", "rows")),
    )


class RankingStruct(Structure):
    """`Ranking` of step.h."""

    _fields_ = (
        *((name, c_void_p) for name in ("logits", "totals", "values", "indices")),
        *((name, c_int32) for name in ("sentences", "width", "vocabulary", "count")),
    )


class Library:
    """The compiled code, loaded.

    Args:
        path: of the file.

    Raises:
        OSError: if this system cannot load the file.
        ValueError: if it was compiled from another version of step.h.
    """

    def __init__(self, path: Path) -> None:
        compiled = CDLL(str(path))
        sizes = sum(ctypes.sizeof(struct) for struct in (ModelStruct, LayerStruct, StepStruct))
        if not hasattr(compiled, "layout"):
            raise ValueError(f"{path} has another layout.")
        compiled.layout.restype = c_int64
        if compiled.layout() != LAYOUT * 1_000_000 + sizes * 100 + PANEL:
            raise ValueError(f"{path} has another layout.")
        self.lanes: int = compiled.lanes()  # numbers that the processor takes at once; 0 if it cannot run the code
        if not self.lanes:
            return
        model, source, step = POINTER(ModelStruct), POINTER(SourceStruct), POINTER(StepStruct)
        compiled.source_scratch.argtypes, compiled.source_scratch.restype = (model, source), c_int64
        compiled.step_scratch.argtypes, compiled.step_scratch.restype = (model, step), c_int64
        compiled.encode.argtypes = (model, source, c_int32)
        compiled.read_memory.argtypes = (model, c_void_p, c_int32, c_void_p, c_int32)
        compiled.read_memory.restype = None
        compiled.decode_step.argtypes = (model, step, c_int32)
        compiled.rank.argtypes, compiled.rank.restype = (POINTER(RankingStruct), c_int32), None
        self._compiled = compiled

    def encode(self, model: ModelStruct, source: SourceStruct) -> None:
        """Tokens to memory; Python's other threads keep running, as during all calls.

        Raises:
            IndexError: for a token or a position that the model does not have.
        """
        scratch = torch.empty(int(self._compiled.source_scratch(model, source)), **FLOATS)
        source.scratch = scratch.data_ptr()
        _check(self._compiled.encode(model, source, self.lanes))

    def read_memory(self, model: ModelStruct, memory: Tensor, source: Tensor) -> None:
        """Memory (S, D) to the keys and values of every decoder layer, `source` (layers, 2, S, D)."""
        self._compiled.read_memory(model, memory.data_ptr(), len(memory), source.data_ptr(), self.lanes)

    def decode_step(self, model: ModelStruct, step: StepStruct) -> None:
        """Tokens to logits.

        Raises:
            IndexError: for a token or a position that the model does not have.
        """
        scratch = torch.empty(int(self._compiled.step_scratch(model, step)), **FLOATS)
        step.scratch = scratch.data_ptr()
        _check(self._compiled.decode_step(model, step, self.lanes))

    def rank(self, logits: Tensor, totals: Tensor, count: int) -> tuple[Tensor, Tensor]:
        """The best continuations of each sentence's hypotheses, of equal ones those of the lowest index.

        Args:
            logits: (sentences · width, V). totals: (sentences, width), log-probabilities of the hypotheses.

        Returns:
            (sentences, count) totals, best first, and hypothesis · V + token of each; −∞ and 0 if there are no more.
        """
        sentences, width = totals.shape
        values = torch.empty(sentences, count, **FLOATS)
        indices = torch.empty(sentences, count, dtype=torch.int64, device="cpu")
        pointers = (each.data_ptr() for each in (logits, totals, values, indices))
        self._compiled.rank(RankingStruct(*pointers, sentences, width, logits.size(1), count), self.lanes)
        return values, indices


def _check(problem: int) -> None:
    if problem:
        raise IndexError(_PROBLEMS[problem])


@lru_cache(maxsize=1)
def library() -> Library | None:
    """The code compiled at installation; None if there was no compiler, or this processor cannot run it."""
    for suffix in EXTENSION_SUFFIXES:
        path = Path(__file__).with_name(NAME + suffix)
        try:
            found = Library(path) if path.exists() else None
        except (OSError, ValueError):
            found = None
        if found is not None and found.lanes:
            return found
    return None
