"""The chapters' browser component: shared parts and one chapter's own files, put together once."""

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

BROWSER = Path(__file__).resolve().parents[1] / "browser"
SHARED_STYLES = ("controls.css", "chips.css", "walk/frame.css", "walk/map.css", "walk/matrix.css")
SHARED_SCRIPTS = (
    "parts.js",
    "walk/parcel.js",
    "walk/math.js",
    "walk/matrix.js",
    "walk/map.js",
    "walk/code.js",
    "walk/frame.js",
)


@cache
def component(slug: str) -> Any:
    """The component that draws the chapter `slug`: `walk/<slug>*.css` and `walk/<slug>*.js` behind the shared parts."""
    own = BROWSER / "walk"
    styles = [*SHARED_STYLES, *(f"walk/{path.name}" for path in sorted(own.glob(f"{slug}*.css")))]
    # A chapter's parts, such as `heads_lines.js`, stand before `heads.js`, which uses them.
    scripts = sorted(own.glob(f"{slug}*.js"), key=lambda path: (path.stem == slug, path.name))
    return st.components.v2.component(
        f"glassformer_{slug}",
        html='<div class="walk"></div>',
        css=_read(styles),
        js=_read([*SHARED_SCRIPTS, *(f"walk/{path.name}" for path in scripts)]),
    )


def _read(names: list[str]) -> str:
    return "\n".join((BROWSER / name).read_text(encoding="utf-8") for name in names)
