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


def mix(background: str, colour: str, share: float) -> str:
    """As color-mix(in srgb, …) mixes them, all as #rrggbb."""
    channels = zip(bytes.fromhex(background[1:]), bytes.fromhex(colour[1:]), strict=True)
    return "#" + "".join(f"{round(low + share * (high - low)):02x}" for low, high in channels)


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        linear = [
            value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
            for value in (channel / 255 for channel in bytes.fromhex(colour[1:]))
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def find_declared(sheet: str, selector: str, name: str) -> str:
    text = (VIEWER / "widgets" / sheet).read_text(encoding="utf-8")
    rule = re.search(rf"^{re.escape(selector)} \{{(.*?)\}}", text, re.MULTILINE | re.DOTALL)
    assert rule, (sheet, selector)
    value = re.search(rf"\b{name}: ([^;]+);", rule[1])
    assert value, (sheet, selector, name)
    return value[1]


def threshold(name: str) -> float:
    found = re.search(rf"const {name} = ([\d.]+);", (VIEWER / "widgets" / "chips.js").read_text(encoding="utf-8"))
    assert found, name
    return float(found[1])


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_can_be_read_on_every_attention_weight(mode: str) -> None:
    shade = find_declared("chips.css", ".chip .face", "background-color")
    assert shade.startswith("color-mix(in srgb, var(--weight-colour) calc(var(--weight) * 100%)")
    tinted = re.fullmatch(
        r"light-dark\(var\(--([\w-]+)\), var\(--([\w-]+)\)\)", find_declared("chips.css", ".chip.tinted .face", "color")
    )
    full = re.fullmatch(r"var\(--([\w-]+)\)", find_declared("chips.css", ".chip.full .face", "color"))
    assert tinted
    assert full
    page = CONFIG["theme"][mode]
    for step in range(21):
        weight = step / 20
        ink = page["textColor"]
        if weight > threshold("TINTED"):
            ink = colour(tinted[1 if mode == "light" else 2])
        if weight > threshold("FULL"):
            ink = colour(full[1])
        assert contrast(mix(page["backgroundColor"], colour("weight-colour"), weight), ink) > 4.5, weight
