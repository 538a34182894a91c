"""The browser's own model makes of a sentence what Python sends of it."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from derivations import NODE

from transformer.model.folder import find_model
from transformer.text.trust import Level
from viewer.app.several_sentences import sentences_of
from viewer.watch.machine.stage import payload
from viewer.watch.translate.badge import Badge

SCRIPT = Path(__file__).with_name("compared.js")
APART = 2**-11 + 1e-4  # of 1 or of the number itself: half a step of 16 bits, and rounding on the way
SENTENCES = (
    *("I love you.", "The old man bought a small house near the sea.", "He gave her the red book yesterday."),
    *("My brother is waiting for the bus in the rain", "I WANT TO GO HOME NOW!", "a", "Hello", "Is it raining?"),
    *("I love 🍕.", "🍕", "It costs £5 or 20 €, about 30 %.", "Tom Zxqvwk lives in Berlin", "foo(bar) [x] {y}"),
    *("The naïve café owner met José and Łukasz.", "It's a VERY good HOTEL in PARIS, not a ZXQV", "  two  spaces"),
    *("She has never seen the sea before, but she wants to live in a house from which one can see it.", "dog dog dog"),
    *("The cat sat on the mat and " * 12, "2 + 2 = 4, 1/2, 12/5/2024, 10-20", "antidisestablishmentarianism" * 3),
)
NOTHING = ("", "   ", "\u200b")
SEVERAL = ("One. Two.", "Why? Because!", 'He said "no." I left.', "1. Wash. 2. Dry it.", "One\u2028Two", "Wait… What?")


@pytest.fixture(scope="module", params=["en-fr", "en-de"])
def compared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """For each of the texts what Python sends, if anything, and what the browser makes of it."""
    if NODE is None:
        pytest.skip("Node is not installed")
    badge, folder = Badge(Level.GOOD, "Probably good", ()), tmp_path_factory.mktemp("payloads")
    texts = [*SENTENCES, *NOTHING, *SEVERAL]
    sent = [payload(request.param, each, badge) for each in texts]
    files = [str(folder / str(at)) if each else None for at, each in enumerate(sent)]
    for file, each in zip(files, sent, strict=True):
        if file and each:
            Path(file).write_bytes(each.packed())
    job = json.dumps({"folder": str(find_model(request.param)), "cases": list(zip(texts, files, strict=True))})
    ended = subprocess.run([NODE, SCRIPT], input=job, capture_output=True, text=True, check=False, timeout=600)
    assert not ended.returncode, ended.stderr
    return list(zip(texts, sent, json.loads(ended.stdout), strict=True))


@pytest.mark.slow
def test_the_browser_makes_what_python_sends(compared: list[Any]) -> None:
    for text, sent, made in compared:
        if sent is None:
            assert (text in NOTHING, made["live"]) == (True, None)
            continue
        if made["several"]:
            continue
        expected, live = {**sent.facts, "trust": None}, made["live"]
        del expected["engine"], expected["idle"]  # the server alone knows
        steps = (expected["candidates"], live["candidates"])
        chances = [[each.pop("probability") for step in every for each in step] for every in steps]
        assert live == expected, text
        assert chances[1] == pytest.approx(chances[0], abs=1e-3), text
        assert made["shapes"][0] == made["shapes"][1], text
        assert made["chosen"][0] == made["chosen"][1], text
        assert made["apart"] < APART, text


@pytest.mark.slow
def test_a_text_of_several_sentences_is_left_to_the_server(compared: list[Any]) -> None:
    left = {text for text, _, made in compared if made["several"]}
    assert left == {text for text, _, _ in compared if len(sentences_of(text)) > 1} == set(SEVERAL)
