"""The app in a process of its own and a real Chromium before it, for the benchmarks of the pages."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Error, Page, sync_playwright

from benchmarks.free_port import free_port

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
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"], headless=True
            )
            yield chromium.new_page(viewport={"width": 1400, "height": 900}), f"http://127.0.0.1:{port}"
            chromium.close()
    finally:
        server.terminate()
        server.wait(timeout=20)


def open_when_there(page: Page, address: str) -> None:
    """Open the app as soon as its server answers."""
    while True:
        try:
            page.goto(address)
            return
        except Error:
            time.sleep(0.1)
