"""The app in a process of its own and a real Chromium before it, for the benchmarks of the pages."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from benchmarks.free_port import free_port

# The whole browser first, as visitors have it; the one without windows, with which the tests run, will do.
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell")
ROOT = Path(__file__).resolve().parents[1]
# Resolves two frames after a change, when the picture is certainly painted.
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))"


@contextmanager
def app_in_chromium() -> Iterator[tuple[Page, str]]:
    """A page of 1400 × 900, and the address of the app, which is still starting."""
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.address", "127.0.0.1"]
    server = subprocess.Popen(
        [*command, "--server.port", str(port)],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        with sync_playwright() as playwright:
            chromium = launch(playwright)
            yield chromium.new_page(viewport={"width": 1400, "height": 900}), f"http://127.0.0.1:{port}"
            chromium.close()
    finally:
        server.terminate()
        server.wait(timeout=20)


def launch(playwright: Playwright) -> Browser:
    """The first Chromium that is installed, without a window."""
    executable = next((found for name in CHROMIUMS if (found := shutil.which(name))), None)
    if executable is None:
        raise SystemExit("Chromium is missing: make chromium")
    return playwright.chromium.launch(executable_path=executable, args=["--no-sandbox", "--disable-gpu"], headless=True)


def open_when_there(page: Page, address: str) -> None:
    """Open the app as soon as its server answers."""
    while True:
        try:
            page.goto(address)
            return
        except Error:
            time.sleep(0.1)
