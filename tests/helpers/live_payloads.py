"""What the browser's own model makes of sentences, next to what Python sends of them."""

import json
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from derivations import NODE
from places import ROOT

from transformer.model.folder import find_model
from viewer.transport.payload import Payload

SCRIPT = Path(__file__).with_suffix(".js")
WITHOUT_STYLES = SCRIPT.with_name("without_styles.js")
SENTENCES = (
    *("I love you.", "The old man bought a small house near the sea.", "He gave her the red book yesterday."),
    *("My brother is waiting for the bus in the rain", "I WANT TO GO HOME NOW!", "a", "Hello", "Is it raining?"),
    *("I love 🍕.", "🍕", "It costs £5 or 20 €, about 30 %.", "Tom Zxqvwk lives in Berlin", "foo(bar) [x] {y}"),
    *("The naïve café owner met José and Łukasz.", "It's a VERY good HOTEL in PARIS, not a ZXQV", "  two  spaces"),
    *("She has never seen the sea before, but she wants to live in a house from which one can see it.", "dog dog dog"),
    *("The cat sat on the mat and " * 12, "2 + 2 = 4, 1/2, 12/5/2024, 10-20", "antidisestablishmentarianism" * 3),
)
NOTHING = ("", "   ", "\u200b")


def browser_makes(model: str, cases: Sequence[tuple[str, Any, Payload | None]]) -> list[Any]:
    """For each case the browser's facts, the shapes of both payloads' tensors, and how far their numbers are apart.

    Args:
        model: its name, or the path of its folder.
        cases: a sentence, what the page asks for, and what Python sends.
    """
    if NODE is None:
        pytest.skip("Node is not installed")
    with tempfile.TemporaryDirectory() as folder:
        asked = []
        for number, (sentence, request, sent) in enumerate(cases):
            file = Path(folder) / str(number)
            if sent:
                file.write_bytes(sent.pack())
            asked.append((sentence, request, str(file) if sent else None))
        job = json.dumps({"folder": str(find_model(model)), "cases": asked})
        command = [NODE, "--import", str(WITHOUT_STYLES), str(SCRIPT)]
        ended = subprocess.run(command, cwd=ROOT, input=job, capture_output=True, text=True, check=False, timeout=600)
    assert not ended.returncode, ended.stderr
    made: list[Any] = json.loads(ended.stdout)
    return made
