"""The Training page and the model picker without a browser: what they offer, refuse and read from the address."""

import io
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from app_tests import facts, go_to, open_page, plain_text
from standing_run import standing_runs
from streamlit.testing.v1 import AppTest

import transformer
from transformer import shipped_models
from transformer.training.live.runs import LiveRuns
from transformer.training.live.settings import TrainingSettings
from transformer.training.recorded_run import SHIPPED_RUN, load_run
from viewer.app import jobs, resources, state
from viewer.pictures.train.training.controls import zip_folder


@pytest.fixture(autouse=True)
def _own_runs() -> Iterator[None]:
    jobs.jobs.cache_clear()
    yield
    jobs.jobs().close()
    jobs.jobs.cache_clear()


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"train_width": 100, "train_heads": 8}, "multiple of twice"), ({"train_sentence_text": " "}, "a sentence")],
)
def test_what_makes_no_run_is_refused_in_a_sentence(changes: dict[str, Any], words: str) -> None:
    app = open_page("training")
    for key, value in changes.items():
        (app.text_input if key.endswith("text") else app.number_input)(key=key).set_value(value)
    press(app, "Train a fresh model")
    assert not app.exception
    assert words in app.warning[0].value
    assert jobs.RUN not in app.query_params


@pytest.mark.parametrize("token", ["", "nonsense", "../../etc/passwd", "x" * 3000])
def test_a_run_that_is_not_there_is_no_run(token: str) -> None:
    app = open_page("training", run=token)
    assert "Train a fresh model" in [button.label for button in app.button]
    assert len(app.warning) == bool(token)


@pytest.fixture
def standing(monkeypatch: pytest.MonkeyPatch) -> LiveRuns:
    """A server whose runs have no process."""
    made = standing_runs()
    monkeypatch.setattr(jobs, "LiveRuns", lambda: made)
    return made


@pytest.mark.slow
def test_a_model_is_offered_chosen_downloaded_and_outlives_its_run(standing: LiveRuns, app_folder: Path) -> None:
    app = press(open_page("training"), "Train a fresh model")
    name = app.session_state[jobs.RUN]
    assert not app.exception
    assert [button.label for button in app.button] == ["Pause", "Stop", "Reset"]
    standing.find(name).finish(app_folder)
    app.run()
    assert name in app.selectbox(key=state.MODEL).options
    press(app, "Use this model")
    assert app.selectbox(key=state.MODEL).value == name
    press(app, "Reset")
    assert [button.label for button in app.button] == ["Train a fresh model"]
    assert jobs.RUN not in app.query_params
    assert name in app.selectbox(key=state.MODEL).options
    assert standing.find(name) is None


def test_a_downloaded_model_can_be_opened(app_folder: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(zip_folder(app_folder))) as archive:
        archive.extractall(tmp_path)
    assert transformer.load(tmp_path / app_folder.name).translate("Hello.").text == (
        transformer.load(app_folder).translate("Hello.").text
    )


def test_a_link_opens_the_run_of_another_visitor(standing: LiveRuns) -> None:
    name = standing.start(TrainingSettings()).name
    app = open_page("training", run=name)
    assert not app.warning
    # On another page and back again, it is still there; only who began it steers it.
    for page in ("model_card", "training"):
        go_to(app, page)
    assert [button.label for button in app.button] == ["Train your own"]
    press(app, "Train your own")
    press(app, "Train a fresh model")
    own = app.session_state[jobs.RUN]
    assert own != name
    assert standing.find(name)
    assert [button.label for button in open_page("training", run=own, steer="steering").button][-1] == "Reset"


def test_own_pairs_are_read_and_a_set_can_be_edited(standing: LiveRuns) -> None:
    app = open_page("training")
    app.pills(key="train_learns").set_value("Pig Latin").run()
    press(app, "Edit these pairs")
    lines = app.text_area(key="train_pairs").value.split("\n")
    assert len(lines) == 3000
    app.text_area(key="train_pairs").set_value("\n".join([*lines[:40], "<b>one</b> column"])).run()
    assert ["Line 41 has one column" in plain_text(each.value) for each in app.warning] == [True]
    assert len(press(app, "Train a fresh model").warning) == 1
    app.session_state["train_trouble"] = "Line 7 of a file has one column."
    for told in (app.run(), press(app, "Train a fresh model")):  # not that the field has no pairs
        assert ["Line 7" in plain_text(each.value) for each in told.warning] == [True]
    app.text_area(key="train_pairs").set_value("\n".join(lines[:40])).run()
    assert not app.warning
    (before,) = [each for each in facts(app) if "lines" in each]
    assert "32 pairs" in before["headline"]
    assert {"\t".join(pair) for pair in before["pairs"]} < set(lines[:40])
    assert not {name.removesuffix(" → ?") for name, _ in before["lines"]} & {source for source, _ in before["pairs"]}
    assert "for 3 minutes from 32 of these 40 pairs" in app.caption[-1].value
    assert "begins at once" in app.caption[-1].value
    press(app, "Train a fresh model")
    settings = standing.find(app.session_state[jobs.RUN]).settings
    assert Path(settings.mixture).read_text().splitlines() == lines[:40]


def test_the_headline_says_when_the_recorded_translation_is_right_for_good() -> None:
    run = load_run(SHIPPED_RUN)
    said = run.sentences[0]
    wrong = max(at for at, told in enumerate(said.translations) if told != said.target)
    (before,) = [each for each in facts(open_page("training")) if "lines" in each]
    assert f" {run.steps[wrong + 1]:,} updates" in before["headline"]
    assert before["lines"][-1][1] == [{"text": said.target, "same": True}]


def test_how_long_a_run_waits_is_said_before_and_while_it_waits(standing: LiveRuns) -> None:
    for _ in range(3):
        standing.start(TrainingSettings())
    app = open_page("training")
    assert "one waits before it: this one begins in about 3 minutes" in app.caption[-1].value
    press(app, "Train a fresh model")
    assert not app.exception
    assert "Stop" in [button.label for button in app.button]


@pytest.fixture
def kept(tmp_path: Path, app_folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    shutil.copytree(app_folder, tmp_path / "kept" / "ours-7")
    monkeypatch.setenv("GLASSFORMER_MODELS", str(tmp_path / "kept"))
    return "ours-7"


def test_the_address_chooses_among_the_models_that_are_offered(kept: str, app_folder: Path, tmp_path: Path) -> None:
    kept_folder = str(tmp_path / "kept" / kept)
    shipped = {name: name for name in shipped_models()}
    assert resources.offered_models() == {app_folder.name: str(app_folder), **shipped, kept: kept_folder}
    assert open_page("translate", model=kept).selectbox(key=state.MODEL).value == kept


@pytest.mark.parametrize("other", ["", "nowhere", "{app_folder}", "../kept/ours-7", "{kept_folder}"])
@pytest.mark.usefixtures("kept")
def test_an_address_that_names_no_such_model_opens_the_first(app_folder: Path, tmp_path: Path, other: str) -> None:
    address = other.format(app_folder=app_folder, kept_folder=tmp_path / "kept" / "ours-7")
    app = open_page("translate", model=address)
    assert app.selectbox(key=state.MODEL).value == app_folder.name


def test_no_path_from_the_session_is_opened(kept: str, app_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for chosen, opened in ((kept, f"/{kept}"), (f"/tmp/{kept}", str(app_folder)), (None, str(app_folder))):
        monkeypatch.setattr(st, "session_state", {state.MODEL: chosen})
        assert resources.model_name().endswith(opened)


def test_a_model_of_another_visitor_is_opened_by_its_link_alone(standing: LiveRuns, app_folder: Path) -> None:
    name = standing.start(TrainingSettings()).name
    standing.find(name).finish(app_folder)
    app = open_page("training")
    assert name not in app.selectbox(key=state.MODEL).options
    linked = open_page("translate", model=name)
    assert linked.selectbox(key=state.MODEL).value == name
    assert not linked.warning
    # It goes while it is looked at: the page says so and shows another one.
    shutil.rmtree(standing.models()[name])
    linked.run()
    assert not linked.exception
    (told,) = [plain_text(each.value) for each in linked.warning]
    assert all(each in told for each in (f"“{name}”", app_folder.name))
    assert linked.selectbox(key=state.MODEL).value == app_folder.name


def test_one_model_alone_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "shipped_models", lambda: [])
    app = open_page("translate")
    assert len(app.selectbox) == 0
