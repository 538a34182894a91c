"""The browser's engine, run in Node."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from derivations import NODE

SCRIPT = Path(__file__).with_name("asked.js")


def ask(folder: Path, asked: Sequence[dict[str, Any]], language: str = "en", ages: Sequence[str] = ()) -> list[Any]:
    """What the engine answers with a model's folder, see asked.js; `ages` are the files of its weights at several."""
    if NODE is None:
        pytest.skip("Node is not installed")
    job = json.dumps({"folder": str(folder), "language": language, "asked": asked, "ages": ages or None})
    ended = subprocess.run([NODE, SCRIPT], input=job, capture_output=True, text=True, check=False, timeout=600)
    assert not ended.returncode, ended.stderr
    answers: list[Any] = json.loads(ended.stdout)
    return answers
