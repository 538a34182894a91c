"""The compiled step, and the structs that it reads; where there is none, everything decodes without it."""

import ctypes
from ctypes import CDLL, POINTER, Structure, c_float, c_int32, c_int64, c_void_p
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

PANEL = 32  # outputs of a matrix that lie side by side, see step.h
LAYOUT = 1  # of step.h
NAME = "_step"  # as setup.py calls what it compiles
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
        *((name, AffineStruct) for name in ("query_key_value", "self_output", "cross_query", "cross_output")),
        *((name, AffineStruct) for name in ("expand", "contract")),
        *((name, NormStruct) for name in ("self_norm", "cross_norm", "feed_forward_norm")),
    )


class DecoderStruct(Structure):
    """`Decoder` of step.h."""

    _fields_ = (
        ("layers", POINTER(LayerStruct)),
        ("embedding", c_void_p),
        ("positions", c_void_p),
        ("norm", NormStruct),
        ("output", AffineStruct),
        ("scale", c_float),
        *((name, c_int32) for name in ("layer_count", "width", "hidden", "heads", "vocabulary", "longest", "pre_norm")),
    )


class StepStruct(Structure):
    """`Step` of step.h."""

    _fields_ = (
        *((name, c_void_p) for name in ("source", "pool", "past", "tokens", "scratch", "logits")),
        *((name, c_int32) for name in ("source_length", "capacity", "past_stride", "position", "rows")),
    )


class Library:
    """What was compiled, loaded.

    Args:
        path: of the file.

    Raises:
        OSError: if the file is none that this system can load.
        ValueError: if it was compiled from another version of step.h.
    """

    def __init__(self, path: Path) -> None:
        compiled = CDLL(str(path))
        sizes = sum(ctypes.sizeof(struct) for struct in (DecoderStruct, LayerStruct, StepStruct))
        if not hasattr(compiled, "layout"):
            raise ValueError(f"{path} has another layout.")
        compiled.layout.restype = c_int64
        if compiled.layout() != LAYOUT * 1_000_000 + sizes * 100 + PANEL:
            raise ValueError(f"{path} has another layout.")
        compiled.scratch_size.argtypes = (POINTER(DecoderStruct), POINTER(StepStruct))
        compiled.scratch_size.restype = c_int64
        compiled.decode_step.argtypes = (POINTER(DecoderStruct), POINTER(StepStruct), c_int32)
        self._compiled = compiled
        self.lanes: int = compiled.lanes()  # how many numbers the processor takes at once; 0 where it cannot run it

    def scratch_size(self, decoder: DecoderStruct, step: StepStruct) -> int:
        """How many numbers of scratch a step needs."""
        return int(self._compiled.scratch_size(ctypes.byref(decoder), ctypes.byref(step)))

    def decode_step(self, decoder: DecoderStruct, step: StepStruct) -> None:
        """Tokens to logits; other threads of Python go on meanwhile.

        Raises:
            IndexError: for a token that is none, or a position that the model has not.
        """
        problem = self._compiled.decode_step(ctypes.byref(decoder), ctypes.byref(step), self.lanes)
        if problem in _PROBLEMS:
            raise IndexError(_PROBLEMS[problem])
        assert not problem, "this processor cannot run it"


@lru_cache(maxsize=1)
def library() -> Library | None:
    """What was compiled when this was installed; None where nothing was, or where this processor cannot run it."""
    for suffix in EXTENSION_SUFFIXES:
        path = Path(__file__).with_name(NAME + suffix)
        try:
            found = Library(path) if path.exists() else None
        except (OSError, ValueError):
            found = None
        if found is not None and found.lanes:
            return found
    return None
