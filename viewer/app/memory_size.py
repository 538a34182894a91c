"""How much memory a value takes: the numbers of its tensors, arrays and tables, and the objects around them."""

import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
import pandas as pd
import torch

from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.text.tokenizer import SubwordTokenizer

# In memory anyway.
_SHARED = (
    *(torch.nn.Module, ModelWithVocabulary, SubwordTokenizer),
    *(ModuleType, FunctionType, BuiltinFunctionType, MethodType, type, torch.device, torch.dtype, np.dtype),
)
_LEAVES = (int, float, complex, str, bytes, bytearray)
_SAMPLED = 256  # a longer sequence is measured by this many of its entries


def bytes_of(value: Any) -> int:
    """Bytes freed by dropping the value; what its parts share is counted once.

    Models and vocabularies count as nothing: they stay in memory. For a long sequence, only some evenly spaced entries
    are measured, so that this is quick, however many nodes a recorded search has.
    """
    return round(_weighed(value, set()))


def _weighed(value: Any, seen: set[int]) -> float:
    if value is None or value is True or value is False:
        return 0
    if isinstance(value, _LEAVES):  # first, because most are
        return sys.getsizeof(value)
    if isinstance(value, _SHARED):
        return 0
    if isinstance(value, torch.Tensor):
        storage = value.untyped_storage()
        return _once(storage.data_ptr(), storage.nbytes(), seen)
    if isinstance(value, np.ndarray):
        return _weighed(value.base, seen) if value.base is not None else _once(id(value), value.nbytes, seen)
    if isinstance(value, memoryview):
        return _weighed(value.obj, seen)
    if _once(id(value), 1, seen) == 0:
        return 0
    if isinstance(value, pd.DataFrame | pd.Series | pd.Index):
        return int(np.sum(value.memory_usage(deep=True)))
    if isinstance(value, list | tuple) and len(value) > _SAMPLED:
        sample = value[:: -(-len(value) // _SAMPLED)]
        return sys.getsizeof(value) + len(value) / len(sample) * sum(_weighed(each, seen) for each in sample)
    return sys.getsizeof(value) + sum(_weighed(each, seen) for each in _parts(value))


def _once(identity: int, size: int, seen: set[int]) -> int:
    """The size of what has not been counted yet, otherwise nothing."""
    if identity in seen:
        return 0
    seen.add(identity)
    return size


def _parts(value: Any) -> Iterator[Any]:
    """The contents of a container or an object."""
    if isinstance(value, Mapping):
        yield from [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | frozenset):
        yield from value
    yield from list(vars(value).values()) if hasattr(value, "__dict__") else ()  # at once: it can grow in the meantime
    yield from (getattr(value, name, None) for name in _slots(type(value)))  # type: ignore[arg-type]


@lru_cache(maxsize=512)
def _slots(kind: type) -> tuple[str, ...]:
    declared = (vars(each).get("__slots__", ()) for each in kind.__mro__)
    return tuple(name for slots in declared for name in ((slots,) if isinstance(slots, str) else slots))
