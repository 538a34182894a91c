"""Functions of runs.js in Node, Chromium and Firefox, and the server that they get their files from."""

import json
import mimetypes
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.browsers.firefox import firefox
from benchmarks.served import ROOT, launch

RUNS = "/benchmarks/browsers/runs.js"
BLANK = "/blank.html"
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"}
# Calls a function of runs.js and returns what it resolves to.
Run = Callable[..., Any]


@dataclass
class Files:
    """A server of this repository and of other folders below names of their own.

    Attributes:
        folders: by their names. made: contents by the beginnings of their paths, computed from what follows.
        sent: what was asked for, with its content.
    """

    folders: Mapping[str, Path]
    made: Mapping[str, Callable[[str], bytes]]
    address: str = ""
    sent: dict[str, bytes] = field(default_factory=dict)

    def content(self, path: str) -> bytes:
        """The bytes at a path.

        Raises:
            OSError: if there are none.
        """
        if path == BLANK:
            return b"<!doctype html><meta charset=utf-8><title>Benchmark</title>"
        for begin, make in self.made.items():
            if path.startswith(begin):
                return make(path.removeprefix(begin))
        first, _, rest = path.lstrip("/").partition("/")
        folder = self.folders.get(first)
        return (folder / rest if folder else ROOT / path.lstrip("/")).read_bytes()


@contextmanager
def serving(
    folders: Mapping[str, Path] | None = None, made: Mapping[str, Callable[[str], bytes]] | None = None
) -> Iterator[Files]:
    """Serve files to this machine alone, to pages that get the browsers' finest clock."""
    files = Files(folders or {}, made or {})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            try:
                content = files.content(path)
            except OSError:
                self.send_error(404)
                return
            files.sent[path] = content
            self.send_response(200)
            kind = TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
            for name, value in (
                ("Content-Type", kind),
                ("Content-Length", str(len(content))),
                ("Cache-Control", "no-store"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Cross-Origin-Embedder-Policy", "require-corp"),
            ):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    files.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield files
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def start_runner(name: str, files: Files) -> Iterator[tuple[str, Run]]:
    """A runner's name with its version, and the runner: "Node", "Chromium" or "Firefox"."""
    if name == "Node":
        yield _in_node(files)
    elif name == "Firefox":
        with firefox() as browser:
            yield f"Firefox {browser.version}", _in_page(files, browser.open, browser.evaluate)
    else:
        with sync_playwright() as playwright:
            chromium = launch(playwright)
            page = chromium.new_page()
            yield f"Chromium {chromium.version}", _in_page(files, page.goto, page.evaluate)
            chromium.close()


def _in_page(files: Files, go: Callable[[str], object], evaluate: Callable[[str], Any]) -> Run:
    """Every call in a page of its own."""

    def run(name: str, *arguments: object) -> Any:
        go(f"{files.address}{BLANK}")
        files.sent.clear()
        return evaluate(_write_call(RUNS, name, files, arguments))

    return run


def _in_node(files: Files) -> tuple[str, Run]:
    beside = Path(sys.executable).with_name("node")
    node = str(beside) if beside.exists() else "node"
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout

    def run(name: str, *arguments: object) -> Any:
        called = _write_call((ROOT / RUNS.lstrip("/")).as_uri(), name, files, arguments)
        script = f"process.stdout.write(JSON.stringify(await {called}));"
        ended = subprocess.run(
            [node, "--input-type=module"], input=script, capture_output=True, text=True, check=False, encoding="utf-8"
        )
        if ended.returncode:
            raise RuntimeError(ended.stderr)
        return json.loads(ended.stdout)

    return f"Node {version.strip().lstrip('v')}", run


def _write_call(module: str, name: str, files: Files, arguments: tuple[object, ...]) -> str:
    given = json.dumps([files.address, *arguments])
    return f"import({json.dumps(module)}).then((runs) => runs.{name}(...{given}))"
