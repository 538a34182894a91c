"""Fixtures of the app: served and opened with a tiny untrained model, since its pages are tested and not the model."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from serving import serve_by_command

if TYPE_CHECKING:
    from transformer import Translator
    from viewer.frame.passage import Passage

pytest.register_assert_rewrite("visits")  # so that a visit says what the page complained of
# The one that GLASSFORMER_CHROMIUM names, or else the first that is there.
KNOWN = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUMS = (os.environ["GLASSFORMER_CHROMIUM"],) if os.environ.get("GLASSFORMER_CHROMIUM") else KNOWN
CHROMIUM_OPTIONS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
    # A visit is short: what V8 would compile again to be fast costs a seventh of it.
    "--js-flags=--no-opt --no-maglev --always-sparkplug --single-threaded-gc",
]


@pytest.fixture(scope="session")
def app_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained model's folder, whose vocabulary spells the example sentences."""
    import torch
    from tiny import PAIRS, tiny_model

    from transformer.model.folder import save_model
    from transformer.text.tokenizer import SubwordTokenizer
    from viewer.app import state

    folder = tmp_path_factory.mktemp("models") / "app-model"
    texts = ["< > / = . <img/src=x", *state.EXAMPLES, *(text for pair in PAIRS for text in pair)]
    tokenizer = SubwordTokenizer.train(texts * 3, 400)
    model = tiny_model(seed=5, vocabulary_size=tokenizer.size, max_length=128)
    counts = torch.full((tokenizer.size,), 1000)
    save_model(folder, model, tokenizer, counts, {"longest_usual_source": 40})
    return folder


@pytest.fixture(autouse=True)
def _model(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages open with the untrained model, in every file that is named as a test of pages."""
    if request.path.stem.endswith(("_page", "_browser")):
        monkeypatch.setenv("GLASSFORMER_MODEL", str(request.getfixturevalue("app_folder")))


@pytest.fixture(scope="session", autouse=True)
def _packages_are_searched_once() -> Iterator[None]:
    """Each run of an AppTest would read what every installed package says of itself, in search of components."""
    from streamlit.components.v2 import manifest_scanner

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture(scope="session")
def server(app_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of one server that the browser tests share, started with the command that `make run` uses.

    Fresh models learn thirty sentences there, in no time.
    """
    from tiny import PAIRS, write_tsv

    home = tmp_path_factory.mktemp("home")
    training = {
        "GLASSFORMER_TRAINING_NICENESS": "0",
        "GLASSFORMER_TRAINING_CORPUS": write_tsv(home / "pairs.tsv", PAIRS * 3),
    }
    environment = {"GLASSFORMER_MODEL": str(app_folder), "HOME": str(home), "OMP_NUM_THREADS": "1", **training}
    with serve_by_command(environment) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """A real Chromium; the tests that need it are skipped, saying so, where there is none."""
    from playwright.sync_api import sync_playwright

    executable = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
    if executable is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    with sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=executable, args=CHROMIUM_OPTIONS, headless=True)
        yield chromium.new_context()  # one for all tests: what the first page has loaded, the others need not
        chromium.close()


@pytest.fixture
def fresh(browser: Any) -> Iterator[Any]:
    """A browser that keeps nothing yet."""
    context = browser.browser.new_context()
    yield context
    context.close()


@pytest.fixture(scope="session")
def translator(tiny_folder: Path) -> Translator:
    import transformer

    return transformer.load(tiny_folder)


@pytest.fixture(scope="session")
def walked(tiny_folder: Path, translator: Translator) -> Passage:
    from passages import passage

    return passage(tiny_folder, translator=translator)
