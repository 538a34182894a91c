"""The typefaces that are reduced to the letters that the pages use, at addresses that `.streamlit/config.toml` knows.

`assets/typefaces/make.py` makes them. Each is followed by the full one, which ships with Streamlit: the browser
requests it when a visitor types a letter that the small one lacks.
"""

from functools import cache

from streamlit.components.v1 import declare_component

from transformer.assets import asset


@cache
def serve() -> None:
    """Have the server hand them out; call it before a page writes anything."""
    declare_component("files", path=asset("typefaces"))
