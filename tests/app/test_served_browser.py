"""What the server, started as `make run` starts it, says to those who ask for it under a foreign name."""

import json
import re
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlparse
from urllib.request import urlopen

import pytest
from serving import PATIENCE
from visits import eventually, visit

pytestmark = pytest.mark.browser  # it needs none, but the server that the browser's tests share

CONNECT = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
KEY = {"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA=="}


def test_only_own_names_lead_to_the_app_and_no_page_that_frames_it_may_steer_it(server: str) -> None:
    port = urlparse(server).port
    for name, status in (("localhost", 101), ("127.0.0.1", 101), ("[::1]", 101), ("elsewhere.example", 403)):
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("GET", "/_stcore/stream", headers={**CONNECT, **KEY, "Host": f"{name}:{port}"})
        assert connection.getresponse().status == status
        connection.close()
    with urlopen(f"{server}/_stcore/host-config", timeout=PATIENCE) as answer:
        assert json.load(answer)["allowedOrigins"] == []


def test_browsers_keep_files_for_good_or_an_hour(browser: Any, server: str) -> None:
    asked: set[str] = set()
    with visit(browser, "about:blank", model=True) as page:
        page.on("request", lambda request: asked.add(request.url))  # a worker's, too
        page.goto(server)
        eventually(page, lambda: any("/kernels-" in each for each in asked))
    hashed = [each for each in asked if re.search(r"/component/.*-[0-9a-f]{16}\.\w+$", each)]
    assert {each.rpartition(".")[2] for each in hashed} >= {"js", "json", "wasm"}
    plain = f"{server}/component/viewer.transport.typefaces.files/glass-serif.woff2"
    for address in (*hashed, plain):
        with urlopen(address, timeout=PATIENCE) as answer:
            kept = "max-age=3600" if address == plain else "max-age=31536000, immutable"
            assert answer.headers["Cache-Control"] == f"public, {kept}", address
