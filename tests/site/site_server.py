"""A plain server of the site, as GitHub Pages is one: under a path, and to browsers that can’t run the model."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

OLD_PATTERNS = """const Own = RegExp; globalThis.RegExp = function (source, flags) {
    if (source.includes("(?<")) throw new SyntaxError("no lookbehind"); return new Own(source, flags); };"""
# Browsers and sites where the model can't run: what comes before the worker's script, or the policy; and what is said.
# Such a site stands under the case's name.
UNABLE = {
    "no-simd": ("WebAssembly.validate = () => false;", "", "lacks WebAssembly with SIMD"),
    "old-patterns": (OLD_PATTERNS, "", "this browser is too old"),
    "old-syntax": ("let let;", "", "this browser is too old"),
    "no-workers": ("", "worker-src 'none'", "policy forbids workers"),
    "no-compiling": ("", "script-src 'self' 'unsafe-inline'", "security policy forbids WebAssembly"),
}


class Quiet(SimpleHTTPRequestHandler):
    """Serves the site under /a/site/, and to each of the unable under a name of its own."""

    protocol_version = "HTTP/1.1"  # a connection serves many modules

    def translate_path(self, path: str) -> str:
        return super().translate_path(re.sub(r"^/[\w-]+/site/", "/a/site/", path))

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")  # as GitHub Pages
        if policy := self.case()[1]:
            self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def do_GET(self) -> None:
        before = self.case()[0]
        if before and self.path.partition("?")[0].endswith("/live/worker.js"):
            script = Path(self.translate_path(self.path)).read_bytes()
            self.answer(200, "text/javascript", before.encode() + script)
        else:
            super().do_GET()

    def answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def case(self) -> tuple[str, str, str]:
        return UNABLE.get(self.path.split("/")[1], ("", "", ""))

    def send_error(self, *_: object) -> None:
        self.answer(404, "text/html", (Path(self.directory) / "a/site/404.html").read_bytes())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serve_site(folder: Path) -> Iterator[str]:
    """The address of the site in a folder called a/site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder.parents[1]))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/a/site/"
    server.shutdown()
