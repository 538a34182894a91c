"""Browser components: an entry module with all its imports, registered with Streamlit once per process."""

from functools import cache
from typing import Any

import streamlit as st

from viewer.transport import addresses, plotly_script
from viewer.transport.modules import VIEWER, bundle


@cache
def component(entry: str, html: str | None = None) -> Any:
    """The component drawn by the browser module `entry`.

    Args:
        entry: its path under `viewer/`, such as `pictures/walk/heads/heads.js`.
        html: what the module finds on the page; usually one empty element, named after the module's package.
    """
    short = entry.removeprefix("pictures/")
    package = short.split("/")[0]
    joined = bundle(VIEWER / entry)
    plotly_script.serve()
    name = short.removesuffix(".js").replace("/", "_")
    script, style = addresses.fetching(name, joined.script, joined.style)
    return st.components.v2.component(
        f"glassformer_{name}", html=html or f'<div class="walk {package}"></div>', css=style or None, js=script
    )
