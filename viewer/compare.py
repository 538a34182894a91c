"""The comparison component: two translations side by side, and what each of their words looks at."""

from pathlib import Path
from typing import Any

import streamlit as st

_BROWSER = Path(__file__).parent / "browser"


def _read(*names: str) -> str:
    return "\n".join((_BROWSER / name).read_text(encoding="utf-8") for name in names)


_component = st.components.v2.component(
    "glassformer_comparison",
    html='<div class="comparison"></div>',
    css=_read("controls.css", "chips.css", "compare.css"),
    js=_read("parts.js", "threads.js", "compare.js"),
)


def compare(data: dict[str, Any] | None, waiting: str, key: str) -> None:
    """Draw the comparison; hovering, choosing a token, a layer or a head happens in the browser alone.

    Args:
        data: from `viewer.comparison.for_browser`; None for nothing to show yet.
        waiting: what is said then.
        key: of the component.
    """
    _component(data={"comparison": data, "waiting": waiting}, key=key)
