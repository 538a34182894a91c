"""Tables on a page that Streamlit lays out: drawn by the browser, with rows that become blocks on a phone."""

from typing import Any

import pandas as pd

from viewer.transport.component import component
from viewer.transport.payload import Payload

MISSING = "\N{EN DASH}"


def show(table: pd.DataFrame, name: str, key: str) -> None:
    """Draw a table at Streamlit's current place on the page.

    Args:
        table: its first column names the rows. Fractions are written with one digit: the next is chance in a score.
        name: what it shows, for people who cannot see it, and the name of its saved file.
        key: of the component.
    """
    component("widgets/table.js")(data=Payload(pack_table(table, name)).pack(), key=key)


def pack_table(table: pd.DataFrame, name: str) -> dict[str, Any]:
    """A table in the browser's form: every cell as text, and as a value."""
    return {
        "name": name,
        "headings": [str(column) for column in table.columns],
        "rows": [[cell_text(value) for value in row] for row in table.itertuples(index=False)],
        "numbers": [
            ["" if pd.isna(value) else value for value in row]
            for row in table.astype(object).itertuples(index=False, name=None)
        ],
        "looks": ["mono" if pd.api.types.is_numeric_dtype(table[column]) else "" for column in table.columns],
    }


def cell_text(value: Any) -> str:
    """A cell's text: fractions with one digit, thousands separated, a dash for what was not measured."""
    if isinstance(value, str):
        return value
    if pd.isna(value):
        return MISSING
    return f"{value:,.1f}" if isinstance(value, float) else f"{value:,}"
