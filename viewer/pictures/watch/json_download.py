"""The button that downloads what a page shows as JSON."""

import json
from collections.abc import Callable
from typing import Any

import streamlit as st


def json_download(label: str, made: Callable[[], dict[str, Any]], file: str, told: str | None = None) -> None:
    """Draw the button.

    Args:
        made: gives the file's content on click. file: its name. told: help on hover.
    """
    st.download_button(
        label,
        lambda: json.dumps(made(), ensure_ascii=False),
        file_name=file,
        mime="application/json",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help=told,
    )
