"""How much memory a value takes: the numbers of its tensors, arrays and tables, and the objects around them."""

import gc
import sys
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, NoneType
from typing import Any

import numpy as np
import pandas as pd
import torch

from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.text.tokenizer import SubwordTokenizer

# Ignore what is in memory anyway.
_SHARED = (
    *(torch.nn.Module, ModelWithVocabulary, SubwordTokenizer),
    *(ModuleType, FunctionType, BuiltinFunctionType, MethodType, type, torch.device, torch.dtype, np.dtype),
)
_SMALL = frozenset((int, float, bool, NoneType))  # most are; a place in what holds them is counted for them
_TABLES = (pd.DataFrame, pd.Series, pd.Index)  # each knows what it takes


def bytes_of(value: Any) -> int:
    """Bytes freed by dropping the value, numbers alone excepted; what its parts share is counted once.

    Models and vocabularies count as nothing: they stay in memory.
    """
    sizes: dict[int, int] = {}
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if id(each) in sizes:
            continue
        if isinstance(each, torch.Tensor):
            storage = each.untyped_storage()
            sizes[storage.data_ptr()] = storage.nbytes()
        elif not isinstance(each, _SHARED):
            sizes[id(each)] = sys.getsizeof(each)
            if isinstance(each, np.ndarray):
                waiting.append(each.base)
            elif not isinstance(each, _TABLES):
                waiting += [part for part in gc.get_referents(each) if type(part) not in _SMALL]
    return sum(sizes.values())
