"""A position table that was learned in training (table 3, row E of the paper), kept without the rest of its model.

The shipped one shows what learned positions look like compared with sinusoids. Its facts hold the command that trained
it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from safetensors import SafetensorError, safe_open
from torch import Tensor

from transformer.assets import asset
from transformer.errors import ModelFolderError

SHIPPED_TABLE = asset("positions", "learned.safetensors")


@dataclass(frozen=True)
class LearnedTable:
    """One trained vector per position.

    Attributes:
        rows: (max_length, D), float32.
        facts: its origin, as text: command, corpus, steps, `seen` (positions that training sentences reach) …
    """

    rows: Tensor
    facts: Mapping[str, str]


def shipped_table() -> LearnedTable:
    """Read the table that ships with the project: a tensor `positions`, with facts in the metadata.

    Raises:
        ModelFolderError: if the file is missing, damaged or contains something else.
    """
    try:
        with safe_open(SHIPPED_TABLE, "pt") as file:
            return LearnedTable(file.get_tensor("positions").float(), file.metadata() or {})
    except (SafetensorError, OSError) as error:
        raise ModelFolderError(
            f"{SHIPPED_TABLE} is missing or isn't a table of positions ({error}): copy it again."
        ) from error
