"""A sentence under many edits, one after the other: which of them it can do without."""

from collections.abc import Sequence

import pandas as pd

from transformer.decoding.strategies import Greedy
from transformer.decoding.translation import find_translation
from transformer.edits.catalogue import parse
from transformer.edits.change import Reader
from transformer.edits.comparison import compare
from transformer.edits.edit import Edit
from transformer.edits.places import all_heads
from transformer.text.source import Source


def every_head(reader: Reader, change: str = "zero_head") -> list[Edit]:
    """For each head of a model the edit of this name: `zero_head`, `mean_head` or `keep_head`."""
    return [parse(f"{change}:{kind}.{layer}.{head}") for kind, layer, head in all_heads(reader.model.config)]


def ablate(reader: Reader, source: Source, edits: Sequence[Edit]) -> pd.DataFrame:
    """One sentence under each edit, decoded greedily, beside the untouched model.

    Returns:
        A row an edit: `edit` (as written), `translation`, `changed` (whether it differs from the untouched one),
        `first_change` (the step, or None), `log_probability` (of the untouched translation), and `drop` (how much
        lower that is than untouched, in nats).

    Raises:
        EditError: if an edit names what the model or the sentence does not have.
    """
    untouched = find_translation(reader, source, Greedy())
    rows = []
    for edit in edits:
        found = compare(reader, source, edit, Greedy(), untouched)
        before, after = found.log_probabilities
        rows.append(
            {
                "edit": edit.written,
                "translation": found.after.text,
                "changed": found.after.text != untouched.text,
                "first_change": found.first_difference,
                "log_probability": after,
                "drop": before - after,
            }
        )
    frame = pd.DataFrame(rows, columns=["edit", "translation", "changed", "first_change", "log_probability", "drop"])
    return frame.astype({"first_change": "Int64"})
