"""What is fetched from an address is what was written there, under a name that nothing else has."""

import json
import re
from pathlib import Path

import pytest

from viewer.transport import addresses


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(addresses, "_folder", lambda: tmp_path)
    return tmp_path


def file_of(line: str, folder: Path) -> Path:
    address = r'"component/viewer\.transport\.addresses\.files/([\w-]+\.js)"'
    found = re.search(rf"new URL\({address}, document\.baseURI\)", line)
    assert found
    return folder / found[1]


def test_a_short_script_fetches_the_long_one_and_its_style(folder: Path) -> None:
    script, style = "export default () => 'é';\n" * 1000, '.walk::before { content: "é"; }'
    told, left = addresses.fetching("walk_scores", script, style)
    assert len(told) < 1600
    assert left == ""
    written = file_of(told, folder).read_text(encoding="utf-8")
    assert written == f"export const carriedStyle = {json.dumps(style)};\n{script}"
    assert addresses.fetching("walk_scores", script, style) == (told, "")
    files = {file_of(addresses.fetching("one", *both)[0], folder) for both in (("1", ""), ("2", ""), ("1", "a {}"))}
    assert len(files) == 3


def test_without_a_file_script_and_style_are_sent(folder: Path) -> None:
    folder.rmdir()
    assert addresses.fetching("one", "export default 1", "a {}") == ("export default 1", "a {}")
