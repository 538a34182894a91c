"""A position table that was learned in training (table 3, row E of the paper), kept without the rest of its model.

The shipped one shows what learned positions look like beside sinusoids; `benchmarks/learned_positions.py` made it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from transformer.assets import asset
from transformer.errors import ModelFolderError
from transformer.files import write_atomically

SHIPPED_TABLE = asset("positions", "learned.safetensors")
_ROWS = "positions"


@dataclass(frozen=True)
class LearnedTable:
    """One trained vector a position.

    Attributes:
        rows: (max_length, D), float32.
        facts: how it came to be, as text: command, corpus, steps, `seen` (positions that training sentences reach) …
    """

    rows: Tensor
    facts: Mapping[str, str]


def save_table(path: Path, table: LearnedTable) -> None:
    """Write a table in 16 bits, its facts in the file's metadata.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to.
    """
    rows = table.rows.detach().to("cpu", torch.float16).contiguous()
    write_atomically(path, save({_ROWS: rows}, dict(table.facts)))


def load_table(path: Path) -> LearnedTable:
    """Read what `save_table` wrote.

    Raises:
        ModelFolderError: if the file is missing, damaged or holds something else.
    """
    try:
        with safe_open(path, "pt") as file:
            return LearnedTable(file.get_tensor(_ROWS).float(), file.metadata() or {})
    except (SafetensorError, OSError) as error:
        raise ModelFolderError(f"{path} is missing or no table of positions ({error}): copy it again.") from error


def shipped_table() -> LearnedTable:
    """The table that comes with the project.

    Raises:
        ModelFolderError: if its file is missing or damaged.
    """
    return load_table(SHIPPED_TABLE)
