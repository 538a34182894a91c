"""Plotly's own script, from its Python package, at an address that the browser's charts know.

Streamlit's chart element redraws every changed figure from scratch: during training, a zoom and the hovered numbers
would be gone after a second. So the figures are drawn by `viewer/widgets/plotly_chart.js`, which uses this script.
"""

from functools import cache
from pathlib import Path

import plotly
from streamlit.components.v1 import declare_component

ADDRESS = f"component/{__name__}.plotly/plotly.min.js"  # as in viewer/widgets/plotly_chart.js
FOLDER = Path(plotly.__file__).parent / "package_data"


@cache
def serve() -> None:
    """Have the server hand out the script; call it while drawing a page."""
    declare_component("plotly", path=FOLDER)
