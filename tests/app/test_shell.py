"""The shell: text stays text, and a page opens with its example."""

import time
from threading import BoundedSemaphore, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from places import ROOT

from pages import PAGES
from viewer.app import shell, state, turns


def test_text_is_not_read_as_markdown() -> None:
    assert shell.plain("a_b *c* [d](e) `f`") == r"a\_b \*c\* \[d\]\(e\) \`f\`"
    assert shell.plain("<b>") == r"\<b\>"


def test_no_component_puts_text_in_as_markup() -> None:
    for path in (ROOT / "viewer").rglob("*.js"):
        code = path.read_text(encoding="utf-8")
        for forbidden in ("innerHTML", "outerHTML =", "insertAdjacentHTML", "document.write", "eval("):
            assert forbidden not in code, path
    for path in [*(ROOT / "viewer").rglob("*.py"), *(ROOT / "pages").glob("*.py"), ROOT / "app.py"]:
        assert "unsafe_allow_html" not in path.read_text(encoding="utf-8"), path


def open_page(address: str) -> None:
    shell.open_with_example(address, next(page.opening for page in PAGES if page.address == address))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a session keeps, with a model that writes French and an address that says nothing."""
    session: dict[str, Any] = {}
    card = {"target_language": "fr"}
    monkeypatch.setattr(shell.st, "session_state", session)
    monkeypatch.setattr(shell.st, "query_params", {})
    monkeypatch.setattr(shell.resources, "model_name", lambda: "some model")
    monkeypatch.setattr(shell.resources, "load_model", lambda name: SimpleNamespace(card=card, languages=()))
    session["card"] = card  # of the model, for a test to change
    return session


def test_a_page_opens_with_its_own_example_until_a_sentence_is_chosen(kept: dict[str, Any]) -> None:
    for page, sentence in (
        ("head_ablation", state.MISSED["fr"]),
        ("heads", state.DEFAULT_SENTENCE),
        ("search", state.PARTING["fr"]),
    ):
        open_page(page)
        assert kept[state.SENTENCE] == sentence
    kept["card"]["target_language"] = "de"  # another model leaves the sentence that is shown
    for page in ("search", "heads"):
        open_page(page)
        assert kept[state.SENTENCE] == state.PARTING["fr"]
    for page in ("scores", "search", "heads", "search"):
        open_page(page)
        shell.choose("They went home.")
        open_page(page)
        assert kept[state.SENTENCE] == "They went home."


def test_a_sentence_in_the_address_is_not_replaced(kept: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for sentence in ("They went home.", state.DEFAULT_SENTENCE, state.PARTING["fr"]):
        kept.clear()
        monkeypatch.setattr(shell.st, "query_params", {state.SENTENCE: sentence})
        open_page("training")  # has no field, and takes it along
        monkeypatch.setattr(shell.st, "query_params", {})
        for page in ("scores", "search", "heads"):
            open_page(page)
            assert kept[state.SENTENCE] == sentence


def test_a_visitor_whose_turn_does_not_come_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    said, drawn = [], []
    monkeypatch.setattr(turns, "TURNS", BoundedSemaphore(1))
    monkeypatch.setattr(shell, "_WORD", 0.01)
    monkeypatch.setattr(shell, "_PATIENCE", 0.01)
    monkeypatch.setattr(shell.st, "toast", lambda text, icon: said.append(text))
    monkeypatch.setattr(shell, "problem", said.append)
    shell.in_turn(lambda: shell.in_turn(lambda: drawn.append("second")))
    assert drawn == []
    assert len(said) == 2  # that it takes a moment, and that it was too long
    with pytest.raises(ZeroDivisionError):
        shell.in_turn(lambda: 1 / 0)
    shell.in_turn(lambda: drawn.append("third"))  # every turn was given back
    assert drawn == ["third"]

    def wait() -> None:
        with turns.out_of_turn():
            Thread(target=shell.in_turn, args=(lambda: drawn.append("fourth"),)).start()
            while "fourth" not in drawn:
                time.sleep(0.001)

    shell.in_turn(wait)  # who only waits for another process gives way
    assert drawn == ["third", "fourth"]
