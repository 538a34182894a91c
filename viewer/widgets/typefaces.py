"""The typefaces that are cut down to what the pages write with, at addresses that `.streamlit/config.toml` knows.

`assets/typefaces/make.py` makes them. Behind each stands the whole one, which comes with Streamlit: the browser asks
for it when a visitor types a letter that the small one lacks.
"""

from functools import cache

from streamlit.components.v1 import declare_component

from transformer.assets import asset


@cache
def serve() -> None:
    """Have the server hand them out; called before a page writes anything."""
    declare_component("files", path=asset("typefaces"))
