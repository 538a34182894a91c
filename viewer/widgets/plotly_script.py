"""Plotly's own script, as its Python package brings it, at an address that the browser's charts know.

Streamlit's chart element draws every figure that has changed as a new one: while a training goes on, a zoom and the
numbers under the pointer would be gone after a second. So the figures are drawn by `viewer/widgets/plotly_chart.js`,
which takes this script.
"""

from functools import cache
from pathlib import Path

import plotly
from streamlit.components.v1 import declare_component

ADDRESS = f"component/{__name__}.plotly/plotly.min.js"  # as viewer/widgets/plotly_chart.js writes it
FOLDER = Path(plotly.__file__).parent / "package_data"


@cache
def serve() -> None:
    """Have the server hand the script out; called while a page is drawn."""
    declare_component("plotly", path=FOLDER)
