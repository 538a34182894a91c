"""Charts hold the numbers they show and colours of the palette; what draws them is found where the browser looks."""

import numpy as np

from viewer.transport import plotly_script
from viewer.transport.modules import VIEWER
from viewer.widgets import charts


def test_the_browser_knows_where_plotlys_script_is() -> None:
    module = (VIEWER / "widgets" / "plotly_chart.js").read_text(encoding="utf-8")
    assert f'"{plotly_script.ADDRESS}"' in module
    assert (plotly_script.FOLDER / "plotly.min.js").is_file()


def test_a_line_has_a_gap_where_there_is_no_number() -> None:
    drawn = charts.line("loss", [1, 2, 3, 4], [1.5, np.inf, np.nan, -2.0], charts.BLUE)
    np.testing.assert_array_equal(drawn.y, [1.5, np.nan, np.nan, -2.0])


def test_a_chart_says_what_it_shows_and_how_its_file_is_called() -> None:
    chart = charts.figure("Two bars", "two-bars", 100)
    chart.add_trace(charts.bar("one", [1, 2], ["a", "b"], charts.SKY))
    sent = charts.pack_chart(chart)
    assert sent["layout"]["meta"] == {"words": "Two bars", "file": "two-bars"}
    assert sent["data"][0]["meta"] == {"ink": charts.SKY}
