"""What a hundred visitors cost a server whose pages' own models answer them: the site's, and the app's."""

import random
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, WebSocket, expect, sync_playwright

from benchmarks.lecture_sentences import sentence
from benchmarks.served import Server, launch, serve
from benchmarks.timing import table

VISITORS, TYPED = 100, 5
AT_ONCE = 5  # connections that Python's plain server lets wait
WATCHED = 10  # sentences typed into the app in each way
QUIET = 3.0  # seconds without a request, after which a page has all it wants
HERE = "The model is in your browser"
NO_MODEL = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
ENGINE = re.compile(r"/(?:weights|tokenizer|config|reading|kernels|worker|live)-\w+\.\w+$")
PATIENCE = 60_000.0  # milliseconds


def measure_visitors(engines: Path) -> list[str]:
    """The section of the report; the site is in `engines`."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        lines = [*_on_site(chromium, engines / "site"), *_in_app(chromium)]
        chromium.close()
    return lines


def _on_site(chromium: Browser, folder: Path) -> list[str]:
    """Every visitor loads the site and types; what a browser asks for is asked again for each of the others."""
    with _plain(folder) as (server, log):
        page = chromium.new_context().new_page()
        page.goto(f"{server.address}/")
        page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'", timeout=PATIENCE)
        expect(page.locator(".coming")).to_contain_text(HERE, timeout=PATIENCE)
        first = _when_quiet(log)
        for each in _sentences(TYPED):
            _type(page, page.get_by_label("Your sentence"), each)
        later = _when_quiet(log)[len(first) :]
        page.context.close()
        rows = []
        for what, paths in (("the first page and what it keeps", first), (f"{TYPED} sentences typed", later)):
            used = server.used().seconds
            size = _all_fetched(server.address, paths)
            rows.append([what, len(paths), f"{size / 1e3:,.0f}", f"{server.used().seconds - used:.2f}"])
    intro = (
        "The site from `python -m http.server`. A real Chromium is the first visitor; the others ask for the same "
        "files."
    )
    columns = ("the site", "requests a visitor", "kB a visitor", f"processor time for {VISITORS} visitors, s")
    return [intro, "", *table(columns, rows)]


def _in_app(chromium: Browser) -> list[str]:
    """What one typed sentence costs the app's server on Translate."""
    rows = []
    with serve(1) as (server,):
        fetched: list[str] = []
        for title, is_live, key in (
            ("the server, at Enter", False, "Enter"),
            ("the browser", True, ""),
            ("the browser, then the server at Enter", True, "Enter"),
        ):
            page = chromium.new_context().new_page()
            frames: list[object] = []
            page.on("websocket", partial(_listen, frames))
            page.on("request", lambda each: fetched.append(urlsplit(each.url).path))
            if not is_live:
                page.add_init_script(NO_MODEL)
            page.goto(server.address)
            expect(page.locator(".headline .translation")).to_be_visible(timeout=PATIENCE)
            if is_live:
                expect(page.locator(".coming")).to_contain_text(HERE, timeout=PATIENCE)
            field = page.locator(".st-key-sentence input")
            for each in _sentences(3, seed=title):
                _type(page, field, each, key)
            page.wait_for_timeout(2000)
            frames.clear()
            begun, used = time.monotonic(), server.used().seconds
            for each in _sentences(WATCHED, seed=f"{title}, counted"):
                _type(page, field, each, key)
            took, cost = time.monotonic() - begun, server.used().seconds - used
            used = server.used().seconds
            page.wait_for_timeout(took * 1000)
            idle = server.used().seconds - used
            each_ms = [f"{1000 * seconds / WATCHED:.0f}" for seconds in (cost, idle)]
            rows.append([title, f"{len(frames) / WATCHED:.1f}", *each_ms])
            page.context.close()
        files = list(dict.fromkeys(filter(ENGINE.search, fetched)))
        used = server.used().seconds
        size = _all_fetched(server.address, files)
        handed = server.used().seconds - used
    columns = (
        *("who answers a sentence typed on Translate", "messages to the server", "its processor time, ms"),
        "in as much time without typing, ms",
    )
    return [
        f"The app, {WATCHED} sentences each way in a real Chromium.",
        "",
        *table(columns, rows),
        f"Handing out the model ({len(files)} files, {size / 1e6:.1f} MB) {VISITORS} times costs the "
        f"server {handed:.1f} s of processor time; browsers keep it.",
        "",
    ]


def _listen(frames: list[object], socket: WebSocket) -> None:
    socket.on("framesent", lambda frame: frames.append(frame))


def _sentences(count: int, seed: str = "") -> list[str]:
    dice = random.Random(seed)
    return list(dict.fromkeys(sentence(dice) for _ in range(2 * count)))[:count]


def _type(page: Page, field: Locator, text: str, key: str = "") -> None:
    """Type a sentence, and wait until its translation has replaced the one before."""
    shown = page.locator(".headline .translation")
    before = shown.inner_text()
    field.fill(text)
    if key:
        page.keyboard.press(key)
    expect(shown).not_to_have_text(before, timeout=PATIENCE)
    page.wait_for_timeout(500)


@contextmanager
def _plain(folder: Path) -> Iterator[tuple[Server, Path]]:
    """Python's plain server, and the file where it writes a line for each request."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-u", "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    with TemporaryDirectory() as place:
        log = Path(place) / "log"
        with log.open("w") as lines, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=lines) as process:
            try:
                _wait(port)
                yield Server(f"http://127.0.0.1:{port}", process.pid), log
            finally:
                process.terminate()


def _wait(port: int) -> None:
    while True:
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5):
                return
        except OSError:
            time.sleep(0.1)


def _when_quiet(log: Path) -> list[str]:
    """The paths asked for so far, once nothing has been asked for a while."""
    while time.time() - log.stat().st_mtime < QUIET:
        time.sleep(0.2)
    return re.findall(r'"GET (\S+) ', log.read_text())


def _all_fetched(address: str, paths: Sequence[str]) -> int:
    """Every visitor fetches all paths, some visitors at a time; the bytes of a visitor."""

    def visit(_: int) -> int:
        size = 0
        for path in paths:
            with urllib.request.urlopen(address + path) as answer:
                size += len(answer.read())
        return size

    with ThreadPoolExecutor(AT_ONCE) as visitors:
        return max(visitors.map(visit, range(VISITORS)))
