"""What the viewer's tests share: one tiny model, opened once, and one sentence led through it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from transformer import Translator
    from viewer.walk.frame.passage import Passage


@pytest.fixture(scope="session")
def translator(tiny_folder: Path) -> Translator:
    import transformer

    return transformer.load(tiny_folder)


@pytest.fixture(scope="session")
def walked(tiny_folder: Path, translator: Translator) -> Passage:
    from passages import passage

    return passage(tiny_folder, translator=translator)
