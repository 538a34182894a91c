"""One meaning, one colour: in the style sheet that is its home, and in the theme of the pages around it."""

import re
import tomllib

import pytest
from places import ROOT

from viewer.transport.modules import VIEWER

PALETTE = VIEWER / "widgets" / "palette.css"
PROPERTIES = dict(re.findall(r"--([\w-]+): *([^;]+);", PALETTE.read_text(encoding="utf-8")))
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


def colour(name: str) -> str:
    """The colour `--<name>` as #rrggbb; one that is mixed with the page's own is none."""
    value = PROPERTIES[name]
    if alias := re.fullmatch(r"var\(--([\w-]+)\)", value):
        return colour(alias[1])
    assert re.fullmatch("#[0-9a-f]{6}", value), f"--{name} is {value}"
    return value


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_pages_theme_has_the_same_colours(mode: str) -> None:
    written = CONFIG["theme"][mode]
    names = {
        "blueColor": "query",
        "redColor": "key",
        "greenColor": "value",
        "orangeColor": "decoder",
        "violetColor": "cross",
    }
    assert {name: written[name].lower() for name in names} == {name: colour(use) for name, use in names.items()}
