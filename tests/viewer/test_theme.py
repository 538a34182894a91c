"""One meaning, one colour: in Python and in the theme that the browser reads."""

import tomllib
from pathlib import Path

import pytest

from viewer import theme

CONFIG = tomllib.loads((Path(__file__).resolve().parents[2] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_theme_has_the_same_colours(mode: str) -> None:
    written = CONFIG["theme"][mode]
    names = {
        "blueColor": "query",
        "redColor": "key",
        "greenColor": "value",
        "orangeColor": "decoder",
        "violetColor": "cross_attention",
    }
    assert {name: written[name] for name in names} == {name: theme.COLOURS[use] for name, use in names.items()}


def test_the_pages_colours_are_those_that_scales_begin_with() -> None:
    light, dark = CONFIG["theme"]["light"], CONFIG["theme"]["dark"]
    assert (light["backgroundColor"], light["textColor"]) == (theme.LIGHT_BACKGROUND, theme.LIGHT_TEXT)
    assert (dark["backgroundColor"], dark["textColor"]) == (theme.DARK_BACKGROUND, theme.DARK_TEXT)


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        linear = [
            value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
            for value in (channel / 255 for channel in bytes.fromhex(colour[1:]))
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_can_be_read_on_every_attention_weight() -> None:
    for step in range(11):
        weight = step / 10
        light = theme.mixed(theme.LIGHT_BACKGROUND, theme.COLOURS["cross_attention"], weight)
        dark = theme.mixed(theme.DARK_BACKGROUND, theme.COLOURS["cross_attention"], weight)
        assert contrast(light, theme.LIGHT_TEXT) > 4.5
        # The inks of chips.css, changed where compare.js says.
        assert contrast(dark, "#000000" if weight > 0.75 else "#FFFFFF" if weight > 0.15 else theme.DARK_TEXT) > 4.5


def test_a_weight_beyond_one_is_the_full_colour() -> None:
    assert theme.mixed("#000000", "#FFFFFF", 7.0) == "#FFFFFF"
    assert theme.mixed("#000000", "#FFFFFF", -1.0) == "#000000"
