"""Cut the typefaces of Streamlit down to what the pages write with: a fifth of the bytes of a first visit.

    pip install fonttools brotli
    python assets/typefaces/make.py

Kept are the letters of Latin scripts and Greek, punctuation, arrows and the signs of mathematics, in the weights that
the pages use. What else a visitor types is taken from the whole typefaces, which the browser asks for only then:
`.streamlit/config.toml` says which characters these have. The licence keeps the name "Source" for the whole ones, so
these have names of their own.
"""

from pathlib import Path

import streamlit
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
WHOLE = Path(streamlit.__file__).parent / "static" / "static" / "media"
CHARACTERS = (
    *((0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x2B0, 0x2FF), (0x300, 0x304), (0x391, 0x3C9)),
    *((0x1D2C, 0x1D6A), (0x2000, 0x2044), (0x2070, 0x209F), (0x20AC, 0x20AC), (0x2100, 0x2122)),
    *((0x2190, 0x2195), (0x2200, 0x22FF), (0x2500, 0x25FF), (0x2605, 0x2606), (0x2713, 0x2713)),
)
# Whole typeface, own name, and the weights and optical size (CSS pixels) that stay. The upright sans serif is for the
# proxy of deploy/ alone: Streamlit asks for the whole one before it has read of any other.
TYPEFACES = {
    "sans": ("SourceSansVF-Upright", "Glass Sans", {"wght": (400, 700)}),
    "sans-italic": ("SourceSansVF-Italic", "Glass Sans", {"wght": (400, 700)}),
    "serif": ("SourceSerifVariable-Roman", "Glass Serif", {"wght": (400, 700), "opsz": 28}),
    "serif-italic": ("SourceSerifVariable-Italic", "Glass Serif", {"wght": 400, "opsz": 20}),
    "code": ("SourceCodeVF-Upright", "Glass Code", {"wght": (400, 700)}),
    "code-italic": ("SourceCodeVF-Italic", "Glass Code", {"wght": (400, 700)}),
}
FEATURES = ["ccmp", "locl", "mark", "mkmk", "kern", "liga", "calt", "tnum"]
FAMILY, UNIQUE, FULL, POSTSCRIPT, WWS_FAMILY = 1, 3, 4, 6, 16  # of the name table


def main() -> None:
    """Write a file each."""
    for file, (whole, family, limits) in TYPEFACES.items():
        font = TTFont(next(WHOLE.glob(f"{whole}*.woff2")))
        subsetter = Subsetter(Options(name_IDs=["*"], layout_features=FEATURES, hinting=False))
        subsetter.populate(unicodes=[code for first, last in CHARACTERS for code in range(first, last + 1)])
        subsetter.subset(font)
        instantiateVariableFont(font, limits, inplace=True)
        for name in (FAMILY, UNIQUE, FULL, POSTSCRIPT, WWS_FAMILY):
            font["name"].setName(family.replace(" ", "") if name == POSTSCRIPT else family, name, 3, 1, 0x409)
        font.flavor = "woff2"
        font.save(HERE / f"glass-{file}.woff2")


if __name__ == "__main__":
    main()
