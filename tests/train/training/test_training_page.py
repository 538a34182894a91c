"""The Training page and the model picker without a browser: what they offer, refuse and read from the address."""

import shutil
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st
from app_tests import app_test
from streamlit.testing.v1 import AppTest
from tiny import PAIRS, write_tsv

from transformer import shipped_models
from transformer.training.live.jobs import TrainingJobs
from transformer.training.live.report import JobReport, JobState
from transformer.training.live.settings import TrainingSettings
from viewer.app import jobs as runs
from viewer.app import resources, state
from viewer.app.pages import page_file
from viewer.train.training.controls import _why_nothing_to_keep
from viewer.widgets.parcel import unpacked


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv(runs.CORPUS_VARIABLE, write_tsv(tmp_path / "pairs.tsv", PAIRS * 3))
    monkeypatch.setenv("GLASSFORMER_TRAINING_THREADS", "1")
    monkeypatch.setenv("GLASSFORMER_TRAINING_NICENESS", "0")
    runs.jobs.cache_clear()
    yield
    runs.jobs().close()
    runs.jobs.cache_clear()


def open_page(page: str = "training", **address: str) -> AppTest:
    app = app_test()
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    return app.switch_page(str(page_file(page))).run() if page != "translate" else app


def facts(app: AppTest) -> Any:
    *_, component = app.get("bidi_component")  # behind those that every page has
    return unpacked(component.proto.bytes or component.proto.mixed.arrow_blobs[0]).facts


def press(app: AppTest, label: str) -> AppTest:
    return next(button for button in app.button if button.label == label).click().run()


@pytest.mark.slow
def test_a_run_from_the_button_to_the_reset() -> None:
    app = open_page()
    assert not app.exception
    app.number_input(key="train_width").set_value(32)
    app.number_input(key="train_layers").set_value(1)
    app.text_input(key="train_sentence_text").set_value("The cat drinks water.")
    app.text_input(key="train_reference_text").set_value("Le chat boit de l'eau.")
    press(app, "Train a fresh model")
    assert not app.exception
    assert app.query_params["run"]
    end = time.monotonic() + 120
    while not runs.jobs().find("test session id").report().steps:
        assert time.monotonic() < end
        time.sleep(0.1)
    press(app, "Stop")
    job = runs.jobs().find("test session id")
    assert job.settings.sentence == "The cat drinks water."
    job.wait(60)
    app.run()
    press(app, "Keep the model")
    assert not app.exception
    (name,) = [each.name for each in runs.jobs().models.all()]
    app.run()
    assert [button.label for button in app.button if button.label in ("Kept", "Keep the model")] == ["Kept"]
    assert name in app.selectbox(key=state.MODEL).options
    press(app, "Reset")
    assert not app.exception
    assert "Train a fresh model" in [button.label for button in app.button]
    assert "run" not in app.query_params
    # The kept model translates; it is another one than before.
    home = open_page("translate", model=name)
    assert not home.exception
    assert home.selectbox(key=state.MODEL).value == name
    press(app, "Delete it")
    assert not app.exception
    assert [button.label for button in app.button] == ["Train a fresh model"]
    assert name not in app.selectbox(key=state.MODEL).options


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"train_width": 100, "train_heads": 8}, "multiple of twice"), ({"train_sentence_text": " "}, "English sentence")],
)
def test_what_makes_no_run_is_refused_in_a_sentence(changes: dict[str, Any], words: str) -> None:
    app = open_page()
    for key, value in changes.items():
        (app.text_input if key.endswith("text") else app.number_input)(key=key).set_value(value)
    press(app, "Train a fresh model")
    assert not app.exception
    assert words in app.warning[0].value
    assert runs.jobs().find("test session id") is None


@pytest.mark.parametrize("token", ["", "nonsense", "../../etc/passwd", "x" * 3000])
def test_a_run_that_is_not_there_is_no_run(token: str) -> None:
    app = open_page(run=token)
    assert not app.exception
    assert "Train a fresh model" in [button.label for button in app.button]
    told = [warning.value for warning in app.warning]
    assert [words.startswith("The training that the address names is not shown") for words in told] == [True] * bool(
        token
    )


class Standing:
    """A run that stands still, as `TrainingJob` is where its process prepares for long."""

    state = JobState.PREPARING

    def __init__(self, settings: TrainingSettings, folder: Path, *_: object) -> None:
        self.settings, self.folder = settings, folder

    def report(self) -> JobReport:
        return JobReport(self.state, "")

    def pause(self) -> None: ...

    stop = resume = end = pause


def test_a_run_of_one_s_own_does_not_take_the_place_of_another_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    runs.jobs.cache_clear()
    monkeypatch.setattr(runs, "TrainingJobs", partial(TrainingJobs, begin=Standing))
    token = runs.jobs().start("test session id", TrainingSettings())
    app = open_page(run=token)
    assert len(app.warning) == 0
    app = open_page(run="of-another-process")
    assert not app.exception
    (told,) = app.warning
    assert told.value.endswith("or you have one of your own, which you see here.")
    assert app.query_params["run"] in (token, [token])
    press(app, "Reset")
    assert len(app.warning) == 0


@pytest.fixture
def kept(tmp_path: Path, app_folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    shutil.copytree(app_folder, tmp_path / "kept" / "fresh-7")
    monkeypatch.setenv("GLASSFORMER_MODELS", str(tmp_path / "kept"))
    return "fresh-7"


def test_the_address_chooses_among_the_models_that_are_offered(kept: str, app_folder: Path, tmp_path: Path) -> None:
    kept_folder = str(tmp_path / "kept" / kept)
    shipped = {name: name for name in shipped_models()}
    assert resources.offered() == {app_folder.name: str(app_folder), **shipped, kept: kept_folder}
    assert open_page("translate", model=kept).selectbox(key=state.MODEL).value == kept


@pytest.mark.parametrize("other", ["", "nowhere", "{app_folder}", "../kept/fresh-7", "{kept_folder}"])
@pytest.mark.usefixtures("kept")
def test_an_address_that_names_no_such_model_opens_the_first(app_folder: Path, tmp_path: Path, other: str) -> None:
    address = other.format(app_folder=app_folder, kept_folder=tmp_path / "kept" / "fresh-7")
    app = open_page("translate", model=address)
    assert not app.exception
    assert app.selectbox(key=state.MODEL).value == app_folder.name


def test_no_path_from_the_session_is_opened(kept: str, app_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for chosen, opened in ((kept, f"/{kept}"), (f"/tmp/{kept}", str(app_folder)), (None, str(app_folder))):
        monkeypatch.setattr(st, "session_state", {state.MODEL: chosen})
        assert resources.model_name().endswith(opened)


def test_a_model_that_another_visitor_keeps_is_opened_by_its_link_alone(
    tmp_path: Path, app_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GLASSFORMER_MODELS", str(tmp_path / "kept"))
    shutil.copytree(app_folder, tmp_path / "run")
    name = runs.jobs().models.keep("somebody else", tmp_path / "run")
    app = open_page()
    assert name not in app.selectbox(key=state.MODEL).options
    assert "Delete it" not in [button.label for button in app.button]
    linked = open_page("translate", model=name)
    assert not linked.exception
    assert linked.selectbox(key=state.MODEL).value == name
    assert not linked.warning
    # It is deleted while it is looked at: that is told, and another one is shown.
    runs.jobs().delete("somebody else", name)
    linked.run()
    assert not linked.exception
    (told,) = [each.value.replace("\\", "") for each in linked.warning]
    assert told.startswith(f"There is no model called “{name}” here; what you see is {app_folder.name}.")
    assert linked.selectbox(key=state.MODEL).value == app_folder.name


@pytest.mark.parametrize(
    ("cookies", "named"),
    [
        ({}, "test session id"),
        ({runs.STREAMLIT_COOKIE: "2|00000000|abcd1234|1700000000"}, "abcd1234"),
        ({runs.STREAMLIT_COOKIE: "2|ffffffff|5432edcb|1800000000"}, "abcd1234"),  # under another mask
        ({runs.STREAMLIT_COOKIE: "2|zz|abcd|1"}, "test session id"),
        ({runs.STREAMLIT_COOKIE: "2||abcd|1"}, "test session id"),
        ({runs.STREAMLIT_COOKIE: "nonsense"}, "test session id"),
        ({runs.STREAMLIT_COOKIE: "2|00000000|abcd1234|1", runs.PROXY_COOKIE: "of the proxy"}, "of the proxy"),
    ],
)
def test_a_visitor_is_known_by_the_browser_as_far_as_its_cookies_tell(
    monkeypatch: pytest.MonkeyPatch, cookies: dict[str, str], named: str
) -> None:
    context = SimpleNamespace(session_id="test session id")
    monkeypatch.setattr(runs, "get_script_run_ctx", lambda: context)
    monkeypatch.setattr(st, "context", SimpleNamespace(cookies=cookies))
    assert runs.visitor() == named


def test_why_there_is_nothing_to_keep_is_said() -> None:
    said = [
        _why_nothing_to_keep(JobReport(state, "", saved=saved, saving=saving))
        for state, saved, saving in [
            (JobState.FINISHED, True, False),
            (JobState.STOPPED, False, True),
            (JobState.STOPPED, False, False),
            (JobState.FAILED, False, False),
        ]
    ]
    assert said[0] == ""
    assert "being saved" in said[1]
    assert "before it had learned anything" in said[2]
    assert said[3]


def test_one_model_alone_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "shipped_models", lambda: [])
    app = open_page("translate")
    assert not app.exception
    assert len(app.selectbox) == 0
