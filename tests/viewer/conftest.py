"""What the viewer's tests share: one tiny model, opened once, and one sentence led through it."""

from pathlib import Path

import pytest
from passages import passage

import transformer
from transformer import Translator
from viewer.walk.passage import Passage


@pytest.fixture(scope="session")
def translator(tiny_folder: Path) -> Translator:
    return transformer.load(tiny_folder)


@pytest.fixture(scope="session")
def walked(tiny_folder: Path, translator: Translator) -> Passage:
    return passage(tiny_folder, translator=translator)
