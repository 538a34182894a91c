"""The engine in Chromium, under the policy that the proxy sends along."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from places import ROOT
from test_deploy import header

import transformer

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCE = "The old man bought 🍕 for his neighbours."
PAGE = """
import {{ loadEngine }} from "/viewer/engine/engine.js";
const engine = "/viewer/engine";
const folder = "/assets/models/en-fr";
const files = {{
  weights: {weights},
  tokenizer: `${{folder}}/tokenizer.json`,
  config: `${{folder}}/config.json`,
  reading: `${{engine}}/reading.json`,
  kernels: `${{engine}}/kernels.wasm`,
  languages: ["en", "fr"],
}};
window.load = async (sentence) => {{
  const progress = [];
  const model = await loadEngine(files, (loaded, length) => progress.push(loaded / length));
  const source = model.read(sentence);
  const texts = [model.greedy(source), ...model.beam(source).hypotheses].map(({{ tokens }}) => tokens);
  const {{ activations }} = model.trace(source, texts[0]);
  return {{ texts: texts.map((each) => model.write(source, each)),
    progress: progress.at(-1) ?? null, shape: activations.get("logits").shape }};
}};
"""


class Handler(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path not in ("/", "/page.js"):
            super().do_GET()
            return
        weights = (ROOT / "assets" / "models" / "en-fr" / "model.safetensors").read_bytes()
        kept = {"address": "/assets/models/en-fr/model.safetensors", "length": len(weights)}
        script = PAGE.format(weights=json.dumps({**kept, "sha256": sha256(weights).hexdigest()}))
        html = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>'
        content = (html if self.path == "/" else script).encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html" if self.path == "/" else "text/javascript")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", header("Content-Security-Policy"))
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=ROOT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_page_translates_as_the_library_does_and_keeps_the_weights(browser, address: str) -> None:
    page = browser.new_page()
    page.goto(address)
    page.wait_for_function("() => Boolean(window.load)")
    found = page.evaluate("(sentence) => window.load(sentence)", SENTENCE)
    model = transformer.load("en-fr")
    beam = model.translate(SENTENCE)
    assert found["progress"] == 1
    assert found["texts"][:2] == [model.translate(SENTENCE, beam=1).text, beam.text]
    ids = [each.tokens for each in beam.search.hypotheses]
    assert found["texts"][1:] == [model.write(beam.source, each) for each in ids]
    assert found["shape"][1] == model.tokenizer.size
    again = page.evaluate("(sentence) => window.load(sentence)", SENTENCE)
    assert again == {**found, "progress": None}, "the weights were downloaded again"
    page.close()
