"""Every page with an imported model, or one's own: its languages, its way of cutting texts, no false claim."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from app_tests import facts, open_page, plain_text, problems
from streamlit.testing.v1 import AppTest
from tiny import PAIRS
from tiny_marian import save_marian

from pages import PAGES
from transformer.corpora import Pair
from transformer.model.folder import write_card
from viewer.app import state

ENGLISH_ONLY = ("bottleneck", "looking_back", "one_after_another", "word_vectors", "one_stack")
ABOUT_IT = (
    *(
        "translate",
        "start",
        "exercises",
        *(page.address for page in PAGES if page.group == "Walk through"),
        "steps",
        "search",
        "alignment",
    ),
    *("laboratory", "head_ablation", "why", "patching", "model_card"),
)
OTHERS = ("case", "training", "learning", "teach", "classroom", "questions", "glossary")
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


@pytest.mark.slow
@pytest.mark.parametrize("page", ABOUT_IT)
@pytest.mark.usefixtures("from_french")
def test_a_page_opens_with_the_models_own_language(page: str) -> None:
    app = open_page(page)
    assert problems(app) == []
    if page != "model_card":
        field = app.text_input(key=state.SENTENCE)
        assert (field.label, field.value) == ("A French sentence", state.EXAMPLES_IN["fr"][0])
    told = [each for each in words(app) if "WMT" not in each and "Roles are measured" not in each]
    assert not [each for each in told if "English" in each]


@pytest.mark.slow
@pytest.mark.parametrize("page", ENGLISH_ONLY)
@pytest.mark.usefixtures("from_french")
def test_a_page_about_english_says_so_in_one_sentence(page: str) -> None:
    app = open_page(page)
    assert not [each for each in words(app) if "read the French" in each]  # those models read English
    (told,) = problems(app)
    assert "French" in told


@pytest.mark.parametrize("page", OTHERS)
@pytest.mark.usefixtures("from_french")
def test_the_other_pages_open_as_ever(page: str) -> None:
    assert problems(open_page(page)) == []


@pytest.mark.usefixtures("from_french")
def test_the_card_names_both_languages_and_where_it_comes_from() -> None:
    app = open_page("model_card")
    (card,) = [each for each in facts(app) if each.get("headline") == "It translates French into English."]
    told = {each["title"]: each["words"] for each in card["facts"]}
    origin = told["Where it comes from"]
    assert all(each in origin for each in ("somebody/fr-en", "Marian", "apache-2.0"))
    assert "How it was trained" not in {each.value for each in app.subheader}
    assert origin in [plain_text(each.value) for each in app.markdown]


@pytest.mark.usefixtures("from_french")
def test_embeddings_are_not_said_to_be_weighted_by_what_nobody_has_counted() -> None:
    assert facts(open_page("positions"))[-1]["counted"] is False


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
    for page in ABOUT_IT:
        app = open_page(page)
        assert problems(app) == [], page
        assert page in ("patching", "model_card") or "Finnish" in app.info[0].value, page


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
        folder = Path(shutil.copytree(tiny_folder, tmp_path / "own"))
        examples = [{"source": "14 March 1962", "target": "1962-03-14"}]
        write_card(folder, {"source_language": source, "target_language": target, "examples": examples})
        monkeypatch.setenv("GLASSFORMER_MODEL", str(folder))

    return offer


@pytest.mark.slow
@pytest.mark.parametrize("page", ABOUT_IT)
def test_a_model_of_one_s_own_is_called_by_its_names_and_opens_with_its_own_example(own, page) -> None:
    own("dates", "ISO dates")
    app = open_page(page)
    assert problems(app) == []
    assert next(iter(app.selectbox(key="model_picked").options)) == "Dates to ISO dates"
    if page != "model_card":
        field = app.text_input(key=state.SENTENCE)
        assert (field.label, field.value) == ("A “dates” sentence", "14 March 1962")
    told = [each for each in words(app) if "WMT" not in each and "Roles are measured" not in each]
    assert not [each for each in told if "English" in each or "French" in each]


@pytest.mark.parametrize(
    ("source", "target", "title", "label"),
    [
        ("und", "und", "Input to output", "An input sentence"),
        ("en", "Pig Latin", "English to Pig Latin", "An English sentence"),
        ("Esperanto", "zh", "Esperanto to Chinese", "An Esperanto sentence"),
    ],
)
def test_names_of_what_it_reads_and_writes_are_free(own, source, target, title, label) -> None:
    own(source, target)
    app = open_page("translate")
    assert next(iter(app.selectbox(key="model_picked").options)) == title
    field = app.text_input(key=state.SENTENCE)
    assert (field.label, field.value) == (label, "14 March 1962")


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
    press(app, "Translate without each head")
    assert facts(app)[-1]["sentence"] is not None


@pytest.mark.slow
@pytest.mark.usefixtures("from_french")
def test_a_large_model_removes_words_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.widgets.head_roles.LARGEST_AT_ONCE", 0)
    app = open_page("why")
    title = "Is the order right? Remove the words"
    assert title not in [each.get("title") for each in facts(app)]
    press(app, "Remove the words in each method’s order")
    assert title in [each.get("title") for each in facts(app)]


def press(app: AppTest, label: str) -> None:
    """Press the one button of this name, which then goes."""
    (button,) = [each for each in app.button if each.label == label]
    button.click().run()
    assert label not in [each.label for each in app.button]
