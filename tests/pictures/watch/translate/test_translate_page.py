"""The Translate page without a browser: what it shows, what it survives, and what it reads from the address."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from app_tests import facts, open_page, plain_text
from streamlit.testing.v1 import AppTest

import transformer
from viewer.widgets.tokens import SPACE_ALONE


def open_app(**address: str) -> AppTest:
    """The app with both searches shown."""
    return open_page(**{"compare": "true", **address})


def find_comparison(app: AppTest) -> dict[str, Any] | None:
    """What the comparison component was given; None where there is none."""
    given = [json.loads(each.proto.json) for each in app.get("bidi_component") if each.proto.json]
    return next((each for each in given if "cards" in each), None)


def trust(app: AppTest) -> dict[str, Any]:
    """What the picture says of how far to trust the translation."""
    (found,) = [each["measured"] for each in facts(app) if "measured" in each]
    return found


def source_text(app: AppTest) -> str:
    data = find_comparison(app)
    return (
        "".join((" " if not chip["joined"] else "") + chip["text"] for chip in data["source"][:-1])
        .replace(SPACE_ALONE, "")
        .strip()
    )


def test_the_address_restores_sentence_beam_and_length_penalty() -> None:
    app = open_app(sentence="The cat eats bread.", beam="3", alpha="0.6")
    assert (app.text_input[0].value, app.slider[0].value, app.slider[1].value) == ("The cat eats bread.", 3, 0.6)
    data = find_comparison(app)
    assert len(data["others"]) == 2
    assert source_text(app) == "The cat eats bread."


def test_the_sliders_change_the_search() -> None:
    app = open_app(sentence="The dog sleeps.")
    app.slider[0].set_value(1).run()
    data = find_comparison(app)
    assert data["partedAt"] is None
    assert data["others"] == []
    app.slider[0].set_value(4).run()
    app.slider[1].set_value(0.0).run()
    data = find_comparison(app)
    assert len(data["others"]) == 3
    assert all(card["score"] == pytest.approx(card["logProbability"]) for card in data["cards"])


def test_the_focus_in_the_address_reaches_the_component() -> None:
    """A link with a focus opens the comparison, as it did when both searches were always shown."""
    data = find_comparison(open_page(focus="cross.0.2.1.greedy"))
    assert data["focus"] == {"layer": 0, "head": 2, "token": 1, "card": "greedy"}


@pytest.mark.parametrize(
    ("address", "beam", "alpha"),
    [
        ({"beam": "99", "alpha": "-3"}, 10, 0.0),
        ({"beam": "many", "alpha": "", "focus": "cross.99.99.99"}, 5, 1.0),
        ({"focus": "../../etc/passwd", "layer": "x"}, 5, 1.0),
    ],
)
def test_garbage_in_the_address_becomes_something_sensible(address: dict[str, str], beam: int, alpha: float) -> None:
    app = open_app(**address)
    assert (app.slider[0].value, app.slider[1].value) == (beam, alpha)
    assert app.query_params.get("beam", "5") in (str(beam), [str(beam)], "many")
    assert find_comparison(app) is not None


@pytest.fixture(scope="module")
def app(app_folder: Path) -> Iterator[AppTest]:
    """One visitor, who types one text after another."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GLASSFORMER_MODEL", str(app_folder))
        yield open_app()


@pytest.mark.parametrize("text", ["", " ", "\t \u00a0\u2003", "\x00\x07\x1b", "\u200b\u202e"])
def test_nothing_to_translate_is_a_calm_state_that_says_what_to_do(app: AppTest, text: str) -> None:
    app.text_input[0].set_value(text).run()
    assert not app.exception
    assert find_comparison(app) is None
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
    data = find_comparison(app)
    assert trust(app)["reasons"]
    assert not any("▁" in chip["text"] for chips in (data["source"], data["cards"][0]["chips"]) for chip in chips)


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
    found = trust(open_app(sentence=text, model="en-fr"))
    assert found["level"] in ("careful", "poor")
    assert reason in " ".join(found["reasons"])


def test_the_whole_text_has_what_was_carried_too() -> None:
    app = open_app(sentence="1. I love 🍕. 2. Good morning! 😆", model="en-fr")
    (text,) = (plain_text(each.value) for each in app.markdown if "🍕" in each.value)
    assert text == "1. J'adore 🍕. 2. Bonjour ! 😆"


@pytest.mark.slow
def test_several_sentences_are_translated_one_by_one_and_one_is_shown(app_folder: Path) -> None:
    text = "I'm happy. You are sad. They went home."
    app = open_app(sentence=text, part="2")
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
    app = open_app()
    (box,) = app.warning
    assert path.name in plain_text(box.value)


def test_a_model_that_is_not_there_is_told_until_it_was_read() -> None:
    app = open_app(model="no[thing](x)", sentence="I love you.")
    (told,) = (each.value for each in app.warning)
    assert "on this server" in told
    kinds = [element.type for element in app.main]
    assert kinds.index("warning") < kinds.index("text_input")  # where it is seen on a phone too
    assert "[thing]" not in told.replace("\\[thing\\]", "")
    app.button(key="close_unknown_model").click().run()
    assert not app.warning
    assert not open_app(sentence="I love you.").warning


def test_more_sentences_than_can_be_shown_are_cut_and_said_to_be() -> None:
    app = open_app(sentence="The cat drinks. " * 40, part="77")
    assert "24 sentences" in app.pills[0].label
    assert "cut off" in app.pills[0].label
    assert source_text(app) == "The cat drinks."
