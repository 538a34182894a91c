"""What is fetched from an address is what was written there, under a name that nothing else has."""

import re
from pathlib import Path

import pytest

from viewer.component import addresses


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(addresses, "_folder", lambda: tmp_path)
    return tmp_path


def file_of(line: str, folder: Path) -> Path:
    found = re.search(
        r'new URL\("component/viewer\.component\.addresses\.files/([\w-]+\.js)", document\.baseURI\)', line
    )
    assert found
    return folder / found[1]


def test_a_short_script_fetches_the_long_one(folder: Path) -> None:
    script = "export default () => 'é';\n" * 1000
    told = addresses.fetching("walk_scores", script)
    assert len(told) < 200
    assert told.endswith("export default draw;\n")
    assert file_of(told, folder).read_text(encoding="utf-8") == script
    assert addresses.fetching("walk_scores", script) == told


def test_another_script_has_another_address(folder: Path) -> None:
    assert file_of(addresses.fetching("one", "1"), folder) != file_of(addresses.fetching("one", "2"), folder)


def test_without_a_file_the_script_itself_is_sent(folder: Path) -> None:
    folder.rmdir()
    assert addresses.fetching("one", "export default 1") == "export default 1"
