"""The Translate page without a browser: what it shows, what it survives, and what it reads from the address."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from app_tests import facts, open_page, plain_text
from streamlit.testing.v1 import AppTest

import transformer
from viewer.widgets.tokens import SPACE_ALONE


def shown(app: AppTest) -> dict[str, Any]:
    """What the picture was sent."""
    (found,) = [each for each in facts(app) if "measured" in each]
    return found


def trust(app: AppTest) -> dict[str, Any]:
    """What the picture says of how far to trust the translation."""
    return shown(app)["measured"]


def source_text(app: AppTest) -> str:
    read = shown(app)["passage"]["tokens"]["source"][:-1]
    spelled = "".join((" " if not chip["joined"] else "") + chip["text"] for chip in read)
    return spelled.replace(SPACE_ALONE, "").strip()


@pytest.fixture(scope="module")
def app(app_folder: Path) -> Iterator[AppTest]:
    """One visitor, who types one text after another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GLASSFORMER_MODEL", str(app_folder))
        yield open_page()


@pytest.mark.parametrize("text", ["", " ", "\t \u00a0\u2003", "\x00\x07\x1b", "\u200b\u202e"])
def test_nothing_to_translate_is_a_calm_state_that_says_what_to_do(app: AppTest, text: str) -> None:
    app.text_input[0].set_value(text).run()
    assert not app.exception
    assert facts(app) == []
    (box,) = app.info
    assert "Type an English sentence" in box.value


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "?!… --- ,,,",
        "😀 👩‍👩‍👧‍👦 🏳️‍🌈",
        "مرحبا \u202eabc\u202c بالعالم",
        "a\x00b\x1bc\r\nd\x7f",
        "<script>alert(1)</script><img src=x onerror=alert(1)>",
        "</s> <s> <unk> <pad> ▁ ▁▁",
        "$x^2$ **bold** [link](javascript:alert(1)) :material/home: `code`",
        "The cat " + "q" * 100,
        "e\u0301" * 40,
    ],
)
def test_no_text_raises_an_exception(app: AppTest, text: str) -> None:
    app.text_input[0].set_value(text).run()
    assert not app.exception
    assert trust(app)["reasons"]
    tokens = shown(app)["passage"]["tokens"]
    assert not any("▁" in chip["text"] for chips in tokens.values() for chip in chips)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I love 🍕 and £5.", "“🍕” (read as “Taro”), “5\u202f£” (read as “38 euros”)"),
        ("I *really* like it.", "* *"),
        ("Count: 1, 2, 3, 4 and 5.", "by rule"),
        ("Police Find Missing Boy", "headline"),
        ("Tarek", "it reads English only"),
        ("-", "no word here"),
        ("I saw a platypus in the museum.", "“platypus”"),
        ("The blorf sleeps in the garden.", "“blorf”"),
        ("The flum sleeps in the garden.", "“flum”"),  # two common pieces
        ('print("hello")', "Copied over by rule"),
    ],
)
def test_what_the_model_cannot_know_is_never_called_good_and_the_badge_says_why(text, reason) -> None:
    found = trust(open_page(sentence=text, model="en-fr"))
    assert found["level"] in ("careful", "poor")
    assert reason in " ".join(found["reasons"])


def test_the_whole_text_has_what_was_carried_too() -> None:
    app = open_page(sentence="1. I love 🍕. 2. Good morning! 😆", model="en-fr")
    (text,) = (plain_text(each.value) for each in app.markdown if "🍕" in each.value)
    assert text == "1. J'adore 🍕. 2. Bonjour ! 😆"


@pytest.mark.slow
def test_several_sentences_are_translated_one_by_one_and_one_is_shown(app_folder: Path) -> None:
    text = "I'm happy. You are sad. They went home."
    app = open_page(sentence=text, part="2")
    assert source_text(app) == "You are sad."
    translations = transformer.load(app_folder).translate_all(["I'm happy.", "You are sad.", "They went home."])
    assert " ".join(translations) in [plain_text(each.value) for each in app.markdown]
    app.pills[0].set_value("3").run()
    assert source_text(app) == "They went home."
    assert app.text_input[0].value == text
    app.text_input[0].set_value("They went home.").run()
    assert not app.exception
    assert not app.pills
    assert source_text(app) == "They went home."


def test_a_damaged_model_names_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, app_folder: Path) -> None:
    folder = shutil.copytree(app_folder, tmp_path / "model")
    path = folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:60])
    monkeypatch.setenv("GLASSFORMER_MODEL", str(folder))
    app = open_page()
    (box,) = app.warning
    assert path.name in plain_text(box.value)


def test_a_model_that_is_not_there_is_told_until_it_was_read() -> None:
    app = open_page(model="no[thing](x)", sentence="I love you.")
    (told,) = (each.value for each in app.warning)
    assert "on this server" in told
    kinds = [element.type for element in app.main]
    assert kinds.index("warning") < kinds.index("text_input")  # where it is seen on a phone too
    assert "[thing]" not in told.replace("\\[thing\\]", "")
    app.button(key="close_unknown_model").click().run()
    assert not app.warning
    assert not open_page(sentence="I love you.").warning


def test_more_sentences_than_can_be_shown_are_cut_and_said_to_be() -> None:
    app = open_page(sentence="The cat drinks. " * 40, part="77")
    assert "24 sentences" in app.pills[0].label
    assert "cut off" in app.pills[0].label
    assert source_text(app) == "The cat drinks."
