"""Colours: one meaning, one colour, on every page (Okabe and Ito's palette, safe for the colour-blind).

The same colours stand in `.streamlit/config.toml` as the theme's blue, red, green, orange and violet, so that browser
components read them as `--st-blue-color` and so on; a test keeps the two together.
"""

from typing import Literal

Meaning = Literal["query", "key", "value", "encoder", "decoder", "cross_attention"]

COLOURS: dict[Meaning, str] = {
    "query": "#0072B2",  # blue
    "key": "#D55E00",  # vermilion
    "value": "#009E73",  # bluish green
    "encoder": "#56B4E9",  # sky blue
    "decoder": "#E69F00",  # orange
    "cross_attention": "#CC79A7",  # reddish purple
}

# The pages' background and text, from which every sequential scale begins.
LIGHT_BACKGROUND, LIGHT_TEXT = "#FCFBF8", "#23272B"
DARK_BACKGROUND, DARK_TEXT = "#14181C", "#E6E4DE"


def mixed(background: str, colour: str, weight: float) -> str:
    """The colour of an attention weight between 0, the background, and 1, the full colour, both as #RRGGBB."""
    share = min(max(weight, 0.0), 1.0)
    channels = zip(bytes.fromhex(background[1:]), bytes.fromhex(colour[1:]), strict=True)
    return "#" + "".join(f"{round(low + share * (high - low)):02X}" for low, high in channels)
