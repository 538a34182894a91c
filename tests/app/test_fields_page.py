"""What is typed into any field of any page: too long, on several lines, or too long for the model."""

import re
from pathlib import Path

import pytest
from app_tests import open_page, plain_text
from places import ROOT
from streamlit.runtime.state import query_params
from streamlit.testing.v1 import AppTest

from viewer.app import state

WITH_FIELDS = ("translate", "steps", "patching", "training", "word_vectors", "exercises")
WORDS = "The cat drinks water and the dog eats bread while "


def read_texts(app: AppTest) -> list[str]:
    return [plain_text(each.value) for each in app.caption if "too long" in each.value]


@pytest.mark.parametrize("page", WITH_FIELDS)
def test_what_is_typed_is_no_markup(tiny_vectors: Path, page: str) -> None:
    app = open_page(page, sentence="My *zqa* [zqb](x). A *zqa*.", model="*zqa*", grade="With a pencil")
    for field in [each for each in app.text_input if each.key != state.SENTENCE]:
        app.text_input(key=field.key).set_value("*zqa*").run()
    assert not app.exception
    kinds = ("markdown", "caption", "warning", "info", "success", "button", "radio")
    said = [getattr(each, "label", "") or each.value for kind in kinds for each in app.get(kind)]
    said += [option for each in app.radio for option in each.options]
    assert [each for each in said if "zqa" in each]
    assert not [each for each in said if "*zqa*" in each or "[zqb](" in each]


@pytest.mark.slow
@pytest.mark.parametrize("page", WITH_FIELDS)
def test_a_field_takes_the_beginning_of_what_is_too_long_and_says_so(tiny_vectors: Path, page: str) -> None:
    app = open_page(page, grade="With a pencil")
    assert app.text_input
    for at in {0, len(app.text_input) - 1}:
        key, text = app.text_input[at].key, WORDS * 40
        app.text_input(key=key).set_value(text).run()
        assert not app.exception
        kept = app.text_input(key=key).value
        assert len(kept) in (40, 300, 400, state.MAX_TYPED)
        assert kept == text[: len(kept)]
        assert any(f"{len(kept):,}" in each for each in read_texts(app))
        app.text_input(key=key).set_value("The cat is in the gar-\nden and\nsleeps").run()
        assert app.text_input(key=key).value == "The cat is in the garden and sleeps"
        assert not read_texts(app)


def test_an_address_that_stays_is_not_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the sentence of its run: the browser would put that over one that was typed in the meantime."""
    sent: list[str] = []
    for page, address in {"search": {"beam": "3", "alpha": "0.6"}, "steps": {"roads": "1.2"}}.items():
        app = open_page(page, sentence="The dog eats bread.", **address)
        with monkeypatch.context() as patch:
            patch.setattr(query_params.QueryParams, "_send_query_param_msg", lambda params: sent.append(str(params)))
            app.run()
        assert not app.exception
        assert not sent


# A class's sentences and a visitor's own pairs, one per line: what is too long is said when they are used.
OF_SEVERAL_LINES = [
    ROOT / "viewer" / "pictures" / path for path in ("learn/classroom/teacher.py", "train/training/controls.py")
]


def test_no_field_is_asked_for_without_these_manners() -> None:
    for path in [*(ROOT / "viewer").rglob("*.py"), ROOT / "app.py"]:
        if path.name != "text_field.py" and path not in OF_SEVERAL_LINES:
            assert not re.search(r"\b(text_input|text_area|chat_input|max_chars)\b", path.read_text("utf-8")), path


@pytest.mark.slow
def test_an_address_is_held_to_the_same_and_a_page_says_where_a_sentence_was_cut() -> None:
    app = open_page("translate", sentence=WORDS * 40)
    assert app.text_input(key=state.SENTENCE).value == (WORDS * 40)[: state.MAX_TYPED]
    assert "first 1,000 characters" in read_texts(app)[0]
    for page in ("translate", "head_ablation", "why", "patching"):  # the others: test_cost_of_pages.py
        app = open_page(page, sentence=f"{WORDS * 15}zebra.")
        (note,) = read_texts(app)
        assert " 119 " in note
        assert re.findall("“… (.+)”", note)[0] in WORDS * 2
        app.text_input(key=state.SENTENCE).set_value("The cat sleeps.").run()
        assert not read_texts(app)
