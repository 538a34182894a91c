"""How fast the browser's engine is in Chromium, beside the library and the app.

python -m benchmarks.browser_speed      # prints the table
"""

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import torch
from playwright.sync_api import sync_playwright

from benchmarks.served import ROOT, launch, serve
from benchmarks.timing import median, milliseconds, options_of, percentile_95, table, write_report
from benchmarks.visitor import Visitor
from benchmarks.visitors.__main__ import read_sentences
from transformer.corpora.everyday import held_out_sentences
from transformer.translator import load

MODEL, BEAM, ALPHA = "en-fr", 5, 1.0
UNTIMED = 10  # as in runs.js


def main() -> None:
    """Measure one engine after another, and print medians and 95th percentiles."""
    options_of(__doc__).parse_args()
    torch.set_num_threads(1)
    sentences = held_out_sentences()
    rows = [_row("the library, in Python", *(_in_library(sentences, beam) for beam in (1, BEAM)))]
    rows.append(_row("the app: from Enter to the end of its script", asyncio.run(_in_app(sentences))))
    with _files() as address, sync_playwright() as playwright:
        chromium = launch(playwright)
        page = chromium.new_page()
        page.goto(f"{address}/benchmarks/README.md")
        calls = [json.dumps([address, MODEL, sentences, beam]) for beam in (1, BEAM)]
        run = "import('/benchmarks/runs.js').then((runs) => runs.timed(...{}))"
        rows.append(_row("the engine", *(page.evaluate(run.format(each)) for each in calls)))
        chromium.close()
    columns = ("milliseconds a sentence", "greedy", "95th percentile", f"beam {BEAM}", "95th percentile")
    intro = f"Our {len(sentences)} held-out sentences with `{MODEL}`, each engine in one thread, after {UNTIMED} more."
    write_report(None, "The browser's model", intro, *table(columns, rows))


def _in_library(sentences: Sequence[str], beam: int) -> list[float]:
    calls = {each: partial(load(MODEL).translate, each, beam, ALPHA) for each in sentences}
    return [each for found in milliseconds(calls, 1).values() for each in found]


async def _in_app(sentences: Sequence[str]) -> list[float]:
    """As a visitor's websocket sees it: both searches and the picture."""
    with serve(1) as (server,):
        async with Visitor(server.address) as visitor:
            await visitor.arrive()
            typed = [*read_sentences("sentences")[:UNTIMED], *sentences]
            return [(await visitor.type(each)).seconds * 1000 for each in typed][UNTIMED:]


def _row(name: str, *times: list[float]) -> list[str]:
    """Medians and 95th percentiles; what was not measured stays empty."""
    numbers = [f"{value:.0f}" for each in times for value in (median(each), percentile_95(each))]
    return [name, *numbers, *[""] * (4 - len(numbers))]


@contextmanager
def _files() -> Iterator[str]:
    """The address of a server of this repository's files, for this machine alone."""
    SimpleHTTPRequestHandler.log_message = lambda *_: None  # type: ignore[method-assign]
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=ROOT))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    main()
