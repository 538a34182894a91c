"""What a visitor does in the laboratory: change the model, measure a change, try one that was measured."""

import pandas as pd
import streamlit as st

from transformer.edits import parse
from transformer.errors import EditError
from viewer.app import shell
from viewer.app.page import Visit
from viewer.pictures.what_if.laboratory import laboratory
from viewer.transport.payload import Payload
from viewer.widgets import charts


def read_change(visit: Visit) -> dict[str, str]:
    """Read the change in the address, and say what is wrong with it."""
    edit, wrong = laboratory.read_edit(st.query_params.get(laboratory.EDIT), visit.model, visit.sentence)
    try:
        laboratory.worlds(visit.model, visit.sentence, edit.written)
    except EditError as error:  # this sentence or model lacks what the address names
        edit, wrong = parse(None), str(error)
    if wrong:
        shell.problem(f"{wrong} You see the model unchanged.")
    return {"edit": edit.written}


def both_versions(visit: Visit) -> Payload:
    """The model unchanged and changed; with the change that the page opens with, if none was chosen."""
    edit = visit.chosen.get("edit")
    if edit is None:
        edit = laboratory.read_edit(None, visit.model, visit.sentence)[0].written
    found = laboratory.worlds(visit.model, visit.sentence, edit)
    return laboratory.payload(visit.model, found)


def take_change(written: object) -> None:
    """Write the change that was made in the picture into the address."""
    if isinstance(written, str):
        st.query_params[laboratory.EDIT] = written or laboratory.UNTOUCHED


def is_measured(visit: Visit) -> bool:
    """Whether anybody has measured what changes cost this model."""
    return bool(laboratory.all_measured(visit.model))


def tell_how_to_measure(visit: Visit) -> str:
    """The command that measures them."""
    return (
        "Nothing has been measured for this model yet. To measure it, run: python -m transformer measure ablations "
        f"{visit.translator.name}"
    )


def costs(visit: Visit) -> pd.DataFrame:
    """What the changes cost, as it was measured."""
    rows = [
        {
            name: value if isinstance(value, str) else charts.format_signed(value, 3 if name.startswith("loss") else 1)
            for name, value in row.items()
            if name != "edit" and value is not None
        }
        for row in laboratory.all_measured(visit.model)
    ]
    return pd.DataFrame(rows)
