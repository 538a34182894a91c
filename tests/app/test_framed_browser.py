"""The app in a frame of another site, as in a learning platform or a slide."""

import functools
import http.server
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from serving import address_of, free_port, nginx
from visits import expect

from deploy import serve


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that nginx can read, which runs as another user."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@contextmanager
def serve_through_proxy(folder: Path, app: str) -> Iterator[str]:
    """The address of nginx, configured as for several processes, in front of the app at `app`."""
    port = free_port()
    serve.write_configuration(folder, f"127.0.0.1:{port}", [int(urlsplit(app).port or 0)])
    proxy = subprocess.Popen(
        [nginx(), "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")],
        stderr=subprocess.DEVNULL,
    )
    try:
        yield address_of(port, lambda: proxy.poll() is None)
    finally:
        proxy.terminate()
        proxy.wait()


@contextmanager
def framing(folder: Path, address: str) -> Iterator[str]:
    """The address, on another site, of a page that frames `address`."""
    (folder / "page.html").write_text(f'<iframe src="{address}" width="1200" height="800"></iframe>', encoding="utf-8")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as pages:
        threading.Thread(target=pages.serve_forever, daemon=True).start()
        yield f"http://localhost:{pages.server_port}"  # another site than 127.0.0.1
        pages.shutdown()


@pytest.mark.browser
def test_a_site_that_may_frames_the_app_and_another_may_not(browser, server, folder, monkeypatch) -> None:
    with framing(folder, "about:blank") as site:
        monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", site)
        with serve_through_proxy(folder, server) as address, closing(browser.new_page()) as page:
            (folder / "page.html").write_text(f'<iframe src="{address}" width="1200" height="800"></iframe>')
            page.goto(f"{site}/page.html")
            frame = page.frame_locator("iframe")
            field = frame.locator(".st-key-sentence input")
            expect(field).to_be_visible()
            field.fill("I love you very much.")
            field.press("Enter")
            expect(frame.locator(".token.source").first).to_have_text("I")
            (cookie,) = [each for each in browser.cookies(address) if each["name"] == "glassformer_visitor"]
            assert (cookie["sameSite"], cookie["secure"]) == ("None", True)
            other = site.replace("localhost", "127.0.0.1")  # a site that was not named
            with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
                page.goto(f"{other}/page.html")


def test_what_is_no_site_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", "https://*.example.edu https://lms.example.org:8443")
    assert serve.frame_hosts() == "https://*.example.edu https://lms.example.org:8443"
    monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", "https://lms.example.org; script-src")
    with pytest.raises(SystemExit, match="is no site: write for example"):
        serve.frame_hosts()
