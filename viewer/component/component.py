"""Browser components put together from shared parts and a page's own files, once a process."""

from functools import cache
from pathlib import Path
from typing import Any, Literal

import streamlit as st

BROWSER = Path(__file__).resolve().parents[1] / "browser"

Family = Literal["walk", "watch", "train"]
STYLES = ("controls.css", "chips.css", "walk/frame.css", "walk/matrix.css")
SCRIPTS = ("parts.js", "walk/parcel.js", "walk/math.js", "walk/matrix.js", "walk/focus.js")
# What the chapters of the walk have, and what the pages that watch a decoding or a training have.
FRAMES: dict[Family, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "walk": (("walk/map.css",), ("walk/map.js", "walk/code.js", "walk/frame.js")),
    "watch": ((), ()),
    "train": ((), ()),
}


@cache
def component(slug: str, family: Family = "walk", borrowed: tuple[str, ...] = ()) -> Any:
    """The component that draws the page `slug`: its `<family>/<slug>*.css` and `.js` behind the shared parts.

    Args:
        slug, family: of the page.
        borrowed: parts of other pages that it uses, without their ending, such as `watch/steps_player`.
    """
    own = BROWSER / family
    frame_styles, frame_scripts = FRAMES[family]
    borrowed_styles = [f"{part}.css" for part in borrowed if (BROWSER / f"{part}.css").exists()]
    borrowed_scripts = [f"{part}.js" for part in borrowed]
    styles = [path.relative_to(BROWSER).as_posix() for path in sorted(own.glob(f"{slug}*.css"))]
    # A page's parts, such as `heads_lines.js`, stand before `heads.js`, which uses them.
    parts = sorted(own.glob(f"{slug}*.js"), key=lambda path: (path.stem == slug, path.name))
    scripts = [path.relative_to(BROWSER).as_posix() for path in parts]
    return st.components.v2.component(
        f"glassformer_{slug}",
        html=f'<div class="walk {family}"></div>',
        css=_read([*STYLES, *frame_styles, *borrowed_styles, *styles]),
        js=_read([*SCRIPTS, *frame_scripts, *borrowed_scripts, *scripts]),
    )


def _read(names: list[str]) -> str:
    return "\n".join((BROWSER / name).read_text(encoding="utf-8") for name in names)
