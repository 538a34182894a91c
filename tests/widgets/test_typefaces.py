"""The typefaces that the pages ask for are those that are handed out, for the characters that they were cut down to."""

import re
import tomllib

import pytest

from transformer.assets import HOME, asset
from viewer.transport import typefaces

FACES = tomllib.loads((HOME / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]["fontFaces"]


def test_every_face_is_a_file_that_is_handed_out() -> None:
    folder = f"component/{typefaces.__name__}.files/"
    assert all(face["url"].startswith(folder) for face in FACES)
    asked = sorted(face["url"].removeprefix(folder) for face in FACES)
    preloaded = "glass-sans.woff2"  # what the proxy of deploy/ answers Streamlit's page with, see tests/pages
    assert sorted([*asked, preloaded]) == sorted(path.name for path in asset("typefaces").glob("*.woff2"))
    assert all(asset("typefaces", name).read_bytes().startswith(b"wOF2") for name in asked)
    assert sum(asset("typefaces", name).stat().st_size for name in asked) < 250_000


@pytest.mark.parametrize("face", FACES, ids=lambda face: face["url"].rsplit("/")[-1])
def test_a_face_is_asked_for_the_characters_that_it_has(face: dict[str, str]) -> None:
    made = asset("typefaces", "make.py").read_text(encoding="utf-8")
    has = [(int(first, 16), int(last, 16)) for first, last in re.findall(r"\(0x(\w+), 0x(\w+)\)", made)]
    asked = [part.strip().removeprefix("U+").partition("-") for part in face["unicodeRange"].split(",")]
    assert [(int(first, 16), int(last or first, 16)) for first, _, last in asked] == has
    written = "Où es-tu ? „Grüß Gott“ – −0.5 × d_k ≤ √2 → ∑ ✓"
    assert all(any(first <= ord(letter) <= last for first, last in has) for letter in written)
