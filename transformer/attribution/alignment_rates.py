"""How well each method links words in a model, stored next to the weights."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import pandas as pd

from transformer.attribution.word_alignment import AlignmentMethod


@dataclass(frozen=True)
class AlignmentRates:
    """The measurement on one set of pairs.

    Attributes:
        pairs: how many. rates: alignment error rates, the lowest first.
    """

    pairs: int
    rates: Mapping[AlignmentMethod, float]

    @classmethod
    def of(cls, table: pd.DataFrame) -> "AlignmentRates":
        """Take what to store from a table of `measure_error_rates` with at least one row."""
        rows = table[[*AlignmentMethod._fields, "error_rate"]].itertuples(index=False)
        return cls(int(table["pairs"].iloc[0]), {_linker(*names): round(rate, 4) for *names, rate in rows})


@dataclass(frozen=True)
class MeasuredAlignment:
    """The measurements on several sets of pairs, by name."""

    FILE: ClassVar[str] = "alignment.json"
    sets: Mapping[str, AlignmentRates]


def _linker(method: str, step: str, layer: Any, head: Any) -> AlignmentMethod:
    return AlignmentMethod(method, step, *(None if pd.isna(place) else int(place) for place in (layer, head)))
