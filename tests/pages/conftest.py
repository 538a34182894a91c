"""The app on a tiny untrained model: the pages are tested, not what a model has learned."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from transformer.model_folder import save_model
from transformer.text.tokenizer import SubwordTokenizer
from viewer.shared import state

ROOT = Path(__file__).resolve().parents[2]
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_OPTIONS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
]


@pytest.fixture(scope="session")
def app_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained model's folder, whose vocabulary spells the example sentences."""
    from tiny import PAIRS, tiny_model

    folder = tmp_path_factory.mktemp("models") / "app-model"
    texts = ["< > / = . <img/src=x", *state.EXAMPLES, *(text for pair in PAIRS for text in pair)]
    tokenizer = SubwordTokenizer.train(texts * 3, 400)
    model = tiny_model(seed=5, vocabulary_size=tokenizer.size, max_length=128)
    counts = torch.full((tokenizer.size,), 1000)
    save_model(folder, model, tokenizer, counts, {"longest_usual_source": 40})
    return folder


@pytest.fixture(autouse=True)
def _model(monkeypatch: pytest.MonkeyPatch, app_folder: Path) -> None:
    monkeypatch.setenv("GLASSFORMER_MODEL", str(app_folder))


@pytest.fixture(scope="session")
def start_server(app_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Start the app in a process of its own, with a fresh home folder; returns its address."""
    started: list[subprocess.Popen[bytes]] = []

    def start(model: str | Path = app_folder) -> str:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        home = tmp_path_factory.mktemp("home")
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.address", "127.0.0.1"]
        process = subprocess.Popen(
            [*command, "--server.port", str(port)],
            cwd=ROOT,
            env={**os.environ, "GLASSFORMER_MODEL": str(model), "HOME": str(home), "OMP_NUM_THREADS": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        started.append(process)
        address = f"http://127.0.0.1:{port}"
        for _ in range(600):
            assert process.poll() is None, "the app ended before it answered"
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()
                return address
            except OSError:
                time.sleep(0.2)
        raise AssertionError("the app did not answer within two minutes")

    yield start
    for process in started:
        process.terminate()
    for process in started:
        process.wait(timeout=20)


@pytest.fixture(scope="session")
def server(start_server: Callable[..., str]) -> str:
    """The address of one server that the browser tests share."""
    return start_server()


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """A real Chromium; the tests that need it are skipped, saying so, where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the Python package playwright is missing")
    executable = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
    if executable is None:
        pytest.skip("Chromium is missing: apt-get install chromium")
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=executable, args=CHROMIUM_OPTIONS, headless=True)
        yield chromium.new_context()  # one for all tests: what the first page has loaded, the others need not
        chromium.close()
