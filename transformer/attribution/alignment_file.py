"""How well each method links words in a model, beside its weights: `alignment.json` in the model folder.

The file carries a fingerprint of the weights that were measured, so that the rates of another model are never shown.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from transformer.attribution.word_alignment import AlignmentMethod
from transformer.files import write_atomically
from transformer.model.folder import FINGERPRINT, load_measured, weights_fingerprint

ALIGNMENT_FILE = "alignment.json"
_DIGITS = 4
COLUMNS = (*AlignmentMethod._fields, "error_rate")


@dataclass(frozen=True)
class AlignmentRates:
    """Error rates on one set of pairs.

    Attributes:
        pairs: how many. rates: alignment error rates, the lowest first.
    """

    pairs: int
    rates: Mapping[AlignmentMethod, float]


def save_alignment(folder: Path, name: str, table: pd.DataFrame) -> Path:
    """Write what was measured on a set of pairs into a model folder, next to those of other sets.

    Args:
        name: of the set. table: as `alignment_error_rates` gives it, with a row at least.

    Returns:
        The file's path.

    Raises:
        GlassformerError: if the folder cannot be written to.
    """
    measured = AlignmentRates(
        int(table["pairs"].iloc[0]),
        {_method(row): float(rate) for *row, rate in table[list(COLUMNS)].itertuples(index=False)},
    )
    sets = {**(load_alignment(folder) or {}), name: measured}
    lines = [f" {json.dumps(FINGERPRINT)}: {json.dumps(weights_fingerprint(folder))}"]
    lines += [f" {json.dumps(each)}: {_written(found)}" for each, found in sorted(sets.items())]
    path = folder / ALIGNMENT_FILE
    write_atomically(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())
    return path


def load_alignment(model: str | Path) -> dict[str, AlignmentRates] | None:
    """The error rates of a model by set of pairs; None if none were measured, or on other weights.

    Raises:
        ModelFolderError: if there is no such model.
    """
    return load_measured(model, ALIGNMENT_FILE, _read)


def _read(values: dict[str, Any]) -> dict[str, AlignmentRates]:
    return {
        name: AlignmentRates(int(found["pairs"]), {_method(method): float(rate) for *method, rate in found["rates"]})
        for name, found in values.items()
        if name != FINGERPRINT
    }


def _written(found: AlignmentRates) -> str:
    rates = ",\n".join(f"  {json.dumps([*method, round(rate, _DIGITS)])}" for method, rate in found.rates.items())
    return f'{{"pairs": {found.pairs}, "rates": [\n{rates}\n ]}}'


def _method(values: list[Any]) -> AlignmentMethod:
    name, step, *places = values
    return AlignmentMethod(str(name), str(step), *(None if pd.isna(place) else int(place) for place in places))
