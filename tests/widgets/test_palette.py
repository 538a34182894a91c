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


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_text_can_be_read_on_every_attention_weight(mode: str) -> None:
    sheet = (VIEWER / "widgets" / "chips.css").read_text(encoding="utf-8")
    assert "background-color: color-mix(in srgb, var(--weight-colour) calc(var(--weight) * 100%)" in sheet
    tinted = re.findall(r"\.tinted \.face \{\s*color: light-dark\(var\(--([\w-]+)\), var\(--([\w-]+)\)\)", sheet)
    full = re.findall(r"\.full \.face \{\s*color: var\(--([\w-]+)\)", sheet)
    page = CONFIG["theme"][mode]
    inks = {"TINTED": colour(tinted[0][mode == "dark"]), "FULL": colour(full[0])}
    script = (VIEWER / "widgets" / "chips.js").read_text(encoding="utf-8")
    above = [(float(weight), inks[name]) for name, weight in re.findall(r"const (TINTED|FULL) = ([\d.]+);", script)]
    assert len(above) == len(inks)
    for weight in (step / 20 for step in range(21)):
        ink = [page["textColor"], *(ink for least, ink in sorted(above) if weight > least)][-1]
        assert contrast(mix(page["backgroundColor"], colour("weight-colour"), weight), ink) > 4.5, weight


def mix(background: str, colour: str, share: float) -> str:
    """As color-mix(in srgb, …) mixes them, all as #rrggbb."""
    channels = zip(bytes.fromhex(background[1:]), bytes.fromhex(colour[1:]), strict=True)
    return "#" + "".join(f"{round(low + share * (high - low)):02x}" for low, high in channels)


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    channels = (each / 255 for each in bytes.fromhex(colour[1:]))
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
    return sum(share * each for share, each in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
