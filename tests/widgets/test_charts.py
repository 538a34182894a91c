"""Charts hold the numbers they show and colours of the palette; what draws them is found where the browser looks."""

import re

import numpy as np
import pytest

from viewer.transport import plotly_script
from viewer.transport.modules import VIEWER
from viewer.widgets import charts


def test_the_browser_knows_where_plotlys_script_is() -> None:
    module = (VIEWER / "widgets" / "plotly_chart.js").read_text(encoding="utf-8")
    assert f'"{plotly_script.ADDRESS}"' in module
    assert (plotly_script.FOLDER / "plotly.min.js").is_file()


@pytest.mark.parametrize("colour", ["PAPER", "INK", "PALE", "BLUE", "SKY", "ORANGE", "GREEN", "RED", "VIOLET"])
def test_a_colour_is_one_of_the_palette(colour: str) -> None:
    palette = (VIEWER / "widgets" / "palette.css").read_text(encoding="utf-8")
    for name in re.findall(r"var\((--[\w-]+)\)", getattr(charts, colour)):
        assert name.startswith("--st-") or f"{name}:" in palette


def test_a_line_has_a_gap_where_there_is_no_number() -> None:
    drawn = charts.line("loss", [1, 2, 3, 4], [1.5, np.inf, np.nan, -2.0], charts.BLUE)
    np.testing.assert_array_equal(drawn.y, [1.5, np.nan, np.nan, -2.0])


def test_a_chart_says_what_it_shows_and_how_its_file_is_called() -> None:
    chart = charts.figure("Two bars", "two-bars", 100)
    chart.add_trace(charts.bar("one", [1, 2], ["a", "b"], charts.SKY))
    sent = charts.pack_chart(chart)
    assert sent["layout"]["meta"] == {"words": "Two bars", "file": "two-bars"}
    assert sent["data"][0]["meta"] == {"ink": charts.SKY}
