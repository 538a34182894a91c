"""Values that hold tensors, tables and read-only mappings, yet can be compared, copied and pickled."""

import copyreg
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import pandas as pd
import torch
from torch import Tensor


def _read_only(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


copyreg.pickle(MappingProxyType, lambda mapping: (_read_only, (dict(mapping),)))


class ByValue:
    """A dataclass, declared with `eq=False`, that equals another of its type if all compared fields are equal."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        """Whether both are equal; tensors and tables are compared number by number."""
        if type(self) is not type(other):
            return NotImplemented
        compared = [each.name for each in fields(self) if each.compare]  # type: ignore[arg-type]
        return all(_alike(getattr(self, name), getattr(other, name)) for name in compared)


def _alike(one: Any, other: Any) -> bool:
    if isinstance(one, Tensor) and isinstance(other, Tensor):
        same_kind = (one.shape, one.dtype, one.device) == (other.shape, other.dtype, other.device)
        return same_kind and torch.equal(one, other)
    if isinstance(one, pd.DataFrame):
        return one.equals(other)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_alike(value, other[name]) for name, value in one.items())
    return bool(one == other)
