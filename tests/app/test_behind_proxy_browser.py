"""The app in two processes behind Debian's nginx, as `make serve WORKERS=2` starts them."""

import http.client
import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from places import ROOT
from serving import PATIENCE, SILENCE, free_port, nginx, until
from visits import expect, expect_model, settle

from transformer.assets import asset
from viewer.app import state

pytestmark = pytest.mark.slow
SERVE = ROOT / "deploy" / "serve.py"
HEALTH, STREAM = "/_stcore/health", "/_stcore/stream"
VISITORS = [f"{number:032x}" for number in range(16)]
COOKIE = "glassformer_visitor"
NUMBERS = itertools.count()


@dataclass
class Served:
    """What runs: its address, what was said on the terminal, and where its files are."""

    address: str
    process: subprocess.Popen[bytes]
    terminal: Path
    temporary: Path

    def log(self) -> list[str]:
        (path,) = self.temporary.glob("glassformer-serve-*/access.log")
        return path.read_text().splitlines()

    def processes(self) -> dict[int, int]:
        """The process that ran last on each port, as the terminal tells."""
        told = re.findall(r"process (\d+) on port (\d+)$", self.terminal.read_text(), re.MULTILINE)
        return {int(port): int(process) for process, port in told}

    def ask(self, path: str = HEALTH, visitor: str | None = None, **headers: str) -> tuple[Message, bytes]:
        cookie = {"Cookie": f"{COOKIE}={visitor}"} if visitor else {}
        request = urllib.request.Request(self.address + path, headers={**cookie, **headers})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.headers, answer.read()

    def cookie(self, path: str, visitor: str | None) -> str:
        """The one that a visitor is given, if any."""
        given = self.ask(path, visitor)[0].get_all("Set-Cookie", [])
        return "".join(each for each in given if each.startswith(COOKIE))

    def port_of(self, visitor: str) -> int:
        """Which process answers a visitor: the last one that was tried."""
        self.ask(path := f"/page_{next(NUMBERS)}", visitor)  # the app answers every address with its first page
        return int(re.findall(r":(\d+)$", self.logged(path))[0])

    def logged(self, path: str) -> str:
        """The last line of the log that tells of a path; nginx writes it a moment after it has answered."""
        lines = until(lambda: [line for line in self.log() if f' {path}" ' in line])
        return str(lines[-1])


def answers(address: str) -> bool:
    try:
        urllib.request.urlopen(address + HEALTH, timeout=20).close()
    except OSError:
        return False
    return True


@pytest.fixture(scope="module")
def served(app_folder: Path) -> Iterator[Served]:
    nginx()
    # Not among the folders of the tests, which nobody else may enter: started by root, nginx goes on as another user.
    folder, port = Path(tempfile.mkdtemp(prefix="glassformer-served-")), free_port()
    folder.chmod(0o755)
    own = {"GLASSFORMER_MODEL": str(app_folder), "HOME": str(folder), "TMPDIR": str(folder)}
    command = [sys.executable, SERVE, "--workers", "2", "--port", str(port)]
    with (folder / "terminal").open("wb") as terminal:
        said = {**SILENCE, "stdout": terminal, "stderr": subprocess.STDOUT}
        process = subprocess.Popen(command, cwd=folder, env={**os.environ, **own}, **said)
    running = Served(f"http://127.0.0.1:{port}", process, folder / "terminal", folder)
    try:
        until(lambda: answers(running.address) or process.poll() is not None)
        assert process.poll() is None, running.terminal.read_text()
        yield running
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        assert process.returncode == 0
        assert not any(Path(f"/proc/{each}/cmdline").exists() for each in running.processes().values())
        assert list(folder.glob("glassformer-serve-*")) == []
    finally:
        process.kill()
        shutil.rmtree(folder, ignore_errors=True)


def test_both_processes_are_used_and_a_visitor_stays_with_one(served: Served) -> None:
    first = {visitor: served.port_of(visitor) for visitor in VISITORS}
    assert set(first.values()) == set(served.processes())
    assert {visitor: served.port_of(visitor) for visitor in VISITORS} == first


def test_a_new_visitor_gets_a_cookie_and_a_known_one_keeps_it(served: Served) -> None:
    given = [served.cookie("/", visitor) for visitor in (None, "no name that was given here", VISITORS[0])]
    form = rf"{COOKIE}=[0-9a-f]{{32}}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax"
    assert [bool(re.fullmatch(form, each)) for each in given] == [True, True, False]
    assert given[2] == served.cookie(HEALTH, VISITORS[0]) == ""


def test_every_answer_has_the_security_headers_and_scripts_are_kept(served: Served) -> None:
    script = "/static/js/" + re.findall(rb"static/js/(index\.[\w-]+\.js)", served.ask("/")[1])[0].decode()
    for path in ("/", HEALTH, script, "/media/nothing.png"):
        try:
            headers, _ = served.ask(path)
        except urllib.error.HTTPError as error:
            headers = error.headers
        assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "same-origin")
        assert headers["Content-Security-Policy"].endswith("frame-ancestors 'self' ")
        assert "'unsafe-eval'" not in headers["Content-Security-Policy"]
        assert headers["Server"] == "nginx"
    before = len([line for line in served.log() if script in line])
    _, plain = served.ask(script)
    headers, packed = served.ask(script, **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert len(packed) < len(plain) / 2
    assert headers.get_all("Cache-Control") == ["public, immutable, max-age=31536000"]
    until(lambda: len([line for line in served.log() if script in line]) > before + 1)  # the line of the second, too
    assert served.logged(script).endswith(" -")  # nginx had it: no process was asked
    page, _ = served.ask("/", **{"Accept-Encoding": "gzip"})
    assert (page["Content-Encoding"], page.get_all("Cache-Control")) == ("gzip", ["no-cache"])


def test_websockets_open_under_own_names_long_links_pass_and_no_file_is_taken(served: Served) -> None:
    own = served.address.removeprefix("http://")
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "streamlit"}
    for host, status in ((own, 101), ("localhost", 101), ("evil.example", 403)):
        with closing(http.client.HTTPConnection(own, timeout=PATIENCE)) as connection:
            connection.request("GET", STREAM, headers={"Host": host, "Origin": f"http://{host}", **upgrade, **key})
            assert connection.getresponse().status == status
    text = "😆" * state.MAX_TYPED
    query = {"sentence": text, "other": text}
    assert b'<div id="root">' in served.ask(f"/patching?{urlencode(query)}")[1]
    with closing(http.client.HTTPConnection(own, timeout=PATIENCE)) as connection:
        connection.request("PUT", "/_stcore/upload_file/session/file", body=b"kept in memory")
        assert connection.getresponse().status == 404
    assert served.logged("/_stcore/upload_file/session/file").endswith(" -")  # no process was asked
    path = f"/page_{next(NUMBERS)}"
    served.ask(f"{path}?sentence=A+secret", VISITORS[0])
    assert "secret" not in served.logged(path)  # what was typed is not written down


def is_complaint(message: Any) -> bool:
    """Below a page's address Streamlit looks for its server first, and is told that there is none."""
    return message.type == "error" and "/translate/_stcore/" not in message.location["url"]


@pytest.mark.browser
def test_the_page_works_under_the_policy_and_outlives_its_process(served: Served, browser: Any) -> None:
    """One visit: no error in the console; then its process is killed, the other one serves it, and it comes back."""
    context = browser.browser.new_context()
    page, complaints = context.new_page(), []
    page.on("console", lambda message: complaints.append(message.text) if is_complaint(message) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    try:
        # The first page that a fresh process shows: Streamlit then looks for a file of that name in `pages/`.
        page.goto(f"{served.address}/translate?beam=3")
        expect(page.get_by_role("button", name="Watch it decode")).to_be_visible()  # a group of the menu
        expect(page.get_by_text("Page not found")).to_have_count(0)
        field = page.get_by_label("An English sentence")
        tools = page.locator(".st-key-page_tools .copy-link")
        expect(tools).to_be_visible()  # a component's script ran, out of its blob
        says_translation(page, field, "I love you very much.")
        expect_model(page)  # and the engine, with its WebAssembly in a worker
        assert complaints == []

        visitor = next(each["value"] for each in context.cookies() if each["name"] == COOKIE)
        typeface = re.findall(rb"static/media/SourceSansVF-Upright[\w.-]+", served.ask("/")[1])[0].decode()
        assert served.ask(f"/{typeface}", visitor)[1] == asset("typefaces", "glass-sans.woff2").read_bytes()
        port = served.port_of(visitor)
        killed = served.processes()[port]
        with page.expect_websocket(timeout=1000 * PATIENCE):
            os.kill(killed, signal.SIGKILL)
        assert served.port_of(visitor) != port
        settle(page)
        says_translation(page, field, "My sister does not like cold coffee.")
        expect(page).to_have_url(re.compile(r"My(\+|%20)sister"))

        until(lambda: served.processes()[port] != killed and answers(f"http://127.0.0.1:{port}"))
        until(lambda: served.port_of(visitor) == port)  # who comes anew is led to it again
    finally:
        context.close()
    (other,) = set(served.processes()) - {port}
    until(lambda: [line for line in served.log() if f'{STREAM}" 101' in line and line.endswith(f":{other}")])


def says_translation(page: Any, field: Any, sentence: str) -> None:
    """Type a sentence; it is translated when its words stand as tokens beside its translation."""
    field.fill(sentence)
    field.press("Enter")
    word = sentence.split()[-2]
    expect(page.get_by_text(re.compile(rf"^{word}")).first).to_be_visible()
