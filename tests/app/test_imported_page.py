"""Every page with an imported model, or one's own: its languages, its way of cutting texts, no false claim."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from app_tests import facts, open_page, problems
from streamlit.testing.v1 import AppTest
from tiny import PAIRS
from tiny_marian import save_marian

from transformer.corpora import Pair
from transformer.model.folder import write_card
from viewer.app import state

ENGLISH_ONLY = ("history", "bottleneck", "looking_back", "one_after_another", "word_vectors", "one_stack")
# One of each kind: the others of a kind say nothing of languages themselves.
ABOUT_IT = ("translate", "start", "exercises", "embedding", "output", "search", "alignment")
ABOUT_IT += ("laboratory", "head_ablation", "why", "patching", "model_card")
ARABIC = [Pair(*each) for each in [("الكلب ينام", "The dog sleeps"), ("القط يشرب الماء", "The cat drinks water")]]


@pytest.fixture(scope="module")
def french(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model from French into English."""
    turned = [Pair(pair.target, pair.source) for pair in PAIRS]
    return save_marian(
        tmp_path_factory.mktemp("models") / "fr-en", pairs=turned, direction=("fr", "en"), max_position_embeddings=128
    )


@pytest.fixture
def from_french(monkeypatch: pytest.MonkeyPatch, french: Path) -> None:
    monkeypatch.setenv("GLASSFORMER_MODEL", str(french))


def words(app: AppTest) -> list[str]:
    """What the page says by itself: Streamlit's own elements, without what is sent to components."""
    kinds = ("markdown", "caption", "info", "text_input")
    return [getattr(each, "label", "") or each.value for kind in kinds for each in app.get(kind)]


def assert_speaks_only_of(page: str, label: str, sentence: str, *never: str) -> None:
    """A page opens with the model's own language and example, and speaks of no other."""
    app = open_page(page)
    assert problems(app) == []
    if page != "model_card":
        field = app.text_input(key=state.SENTENCE)
        assert (field.label, field.value) == (label, sentence), page
    told = [each for each in words(app) if "WMT" not in each and "Roles are measured" not in each]
    assert not [each for each in told if any(name in each for name in never)], page


@pytest.mark.slow
@pytest.mark.usefixtures("from_french")
def test_a_page_opens_with_the_models_own_language_and_one_about_english_says_so() -> None:
    for page in ABOUT_IT:
        assert_speaks_only_of(page, "A French sentence", state.EXAMPLES_IN["fr"][0], "English")
    for page in ENGLISH_ONLY:
        app = open_page(page)
        assert not [each for each in words(app) if "read the French" in each]  # those models read English
        (told,) = problems(app)
        assert "French" in told


def test_examples_are_those_that_it_was_imported_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = {"examples": [{"source": "Koira nukkuu.", "target": "Der Hund schläft."}]}
    monkeypatch.setenv("GLASSFORMER_MODEL", str(save_marian(tmp_path / "fi-de", card, direction=("fi", "de"))))
    app = open_page("embedding")
    assert app.text_input(key=state.SENTENCE).value == "Koira nukkuu."
    (menu,) = [each.proto for each in app.get("bidi_component") if "examples_menu_lists" in each.proto.id]
    assert json.loads(menu.json)["lists"] == [["Typed before", []], ["Examples", ["Koira nukkuu."]]]


@pytest.mark.slow
def test_without_examples_it_asks_for_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLASSFORMER_MODEL", str(save_marian(tmp_path / "fi-de", direction=("fi", "de"))))
    for page in ("translate", "scores", "steps", "patching", "why"):
        app = open_page(page)
        assert problems(app) == [], page
        assert page == "patching" or "Finnish" in app.info[0].value, page


@pytest.mark.slow
def test_the_language_to_write_is_chosen_next_to_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = save_marian(tmp_path / "en-mul", languages=("fra", "deu", "wuu"))
    monkeypatch.setenv("GLASSFORMER_MODEL", str(folder))
    app = open_page("embedding", sentence="The dog eats bread.")
    assert problems(app) == []
    menu = app.selectbox(key="into_picked")
    assert (menu.options, menu.value) == (["French (fra)", "German (deu)", "wuu"], "fra")
    assert facts(app)[-1]["passage"]["tokens"]["source"][0]["text"] == ">>fra<<"
    menu.select("deu").run()
    assert facts(app)[-1]["passage"]["tokens"]["source"][0]["text"] == ">>deu<<"
    assert app.text_input(key=state.SENTENCE).value == "The dog eats bread."
    assert app.selectbox(key=state.INTO).value == "deu"  # as the address has it
    linked = open_page("embedding", sentence="The dog eats bread.", into="deu")
    assert facts(linked)[-1]["passage"]["tokens"]["source"][0]["text"] == ">>deu<<"


@pytest.fixture
def own(tmp_path: Path, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Offers a model trained here from one thing into another."""

    def offer(source: str, target: str) -> None:
        folder = Path(shutil.copytree(tiny_folder, tmp_path / source))
        examples = [{"source": "14 March 1962", "target": "1962-03-14"}]
        write_card(folder, {"source_language": source, "target_language": target, "examples": examples})
        monkeypatch.setenv("GLASSFORMER_MODEL", str(folder))

    return offer


@pytest.mark.slow
def test_a_model_of_one_s_own_is_called_by_its_names_and_opens_with_its_own_example(own) -> None:
    own("dates", "ISO dates")
    for page in ("translate", "alignment", "model_card"):
        assert_speaks_only_of(page, "A “dates” sentence", "14 March 1962", "English", "French")
    for source, target, title, label in (
        ("und", "und", "Input to output", "An input sentence"),
        ("en", "Pig Latin", "English to Pig Latin", "An English sentence"),
        ("Esperanto", "zh", "Esperanto to Chinese", "An Esperanto sentence"),
    ):
        own(source, target)
        app = open_page()
        assert next(iter(app.selectbox(key="model_picked").options)) == title
        assert app.text_input(key=state.SENTENCE).label == label


def test_pieces_of_a_right_to_left_text_come_in_reading_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = save_marian(tmp_path / "ar-en", pairs=ARABIC * 9, direction=("ar", "en"))
    monkeypatch.setenv("GLASSFORMER_MODEL", str(folder))
    app = open_page("embedding", sentence="القط يشرب الماء")
    assert problems(app) == []
    source = facts(app)[-1]["passage"]["tokens"]["source"]
    assert [each["text"] for each in source] == ["القط", "يشرب", "الماء", "</s>"]


@pytest.mark.slow
@pytest.mark.usefixtures("from_french")
def test_a_large_model_translates_without_each_head_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.widgets.head_roles.LARGEST_AT_ONCE", 0)
    app = open_page("head_ablation")
    assert (facts(app)[-1]["sentence"], facts(app)[-1]["tooLong"][:19]) == (None, "This model is large")
    (button,) = [each for each in app.button if each.label == "Translate without each head"]
    button.click().run()
    assert "Translate without each head" not in [each.label for each in app.button]
    assert facts(app)[-1]["sentence"] is not None


@pytest.mark.slow
def test_the_picker_offers_both_languages_that_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GLASSFORMER_MODEL", raising=False)
    app = open_page(model="en-de", sentence="A man is riding a bicycle.")
    picker = app.selectbox(key="model_picked")
    assert (picker.value, picker.options) == ("en-de", ["English to French", "English to German"])
    picker.set_value("en-fr").run()
    assert app.selectbox(key=state.MODEL).value == app.selectbox(key="model_picked").value == "en-fr"
    assert facts(app)[-1]["code"] == "fr"
