"""The browser's engine in Chromium and Firefox: how fast, against what, how exact, and what visitors cost a server.

    npm install --prefix /tmp/engines @huggingface/transformers
    python -m benchmarks.browsers.random_marian /tmp/engines/random
    optimum-cli export onnx --model /tmp/engines/random --task text2text-generation-with-past /tmp/engines/marian
    python -m viewer site --out /tmp/engines/site
    python -m benchmarks.browser_speed --engines /tmp/engines      # writes benchmarks/browser_speed.md

It needs Chromium, Firefox (apt-get install firefox-esr) and `pip install -e '.[test]'`. For the third line,
install optimum-onnx[onnxruntime] and accelerate in an environment of their own, since they need older packages.
`--parts` measures some sections and leaves the others as they are.
"""

import asyncio
import gzip
import json
import os
import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import torch

from benchmarks.browsers import equality, visitors
from benchmarks.browsers.running import Files, serving, start_runner
from benchmarks.served import serve
from benchmarks.timing import measured_on, median, milliseconds, options_of, percentile_95, table
from benchmarks.visitor import Visitor
from benchmarks.visitors.__main__ import read_sentences
from transformer.corpora.everyday import held_out_sentences
from transformer.translator import Translator, load

RESULTS = Path(__file__).with_suffix(".md")
MODEL, BEAM, ALPHA = "en-fr", 5, 1.0
BROWSERS = ("Chromium", "Firefox")
OURS = {"the engine, WebAssembly": True, "the engine, JavaScript": False}
HUGGING_FACE = "@huggingface/transformers"
UNTIMED = 10  # as in runs.js


def main() -> None:
    """Measure, print and write the sections asked for."""
    parser = options_of(__doc__)
    parser.add_argument("--engines", type=Path, required=True, help="the folder with node_modules, marian and site")
    parser.add_argument("--parts", default=",".join(PARTS), help="some sections: speed, equality, visitors")
    options = parser.parse_args()
    torch.set_num_threads(1)
    for part in options.parts.split(","):
        title, measured = PARTS[part]
        busy = f"load average {os.getloadavg()[0]:.1f} before"
        lines = measured(options.engines)
        sections = _sections()
        sections[title] = "\n".join([*lines, f"{measured_on()}, {busy}.", "", ""])
        print(f"## {title}\n\n{sections[title]}", flush=True)
        intro = (
            "# The browser's model\n\n`python -m benchmarks.browser_speed`, with browsers on the server's machine.\n\n"
        )
        whole = [f"## {title}\n\n{sections[title]}" for title, _ in PARTS.values() if title in sections]
        RESULTS.write_text(intro + "".join(whole).rstrip() + "\n", encoding="utf-8")


def _speed(engines: Path) -> list[str]:
    """Times and bytes of every engine, one after another."""
    translator, sentences = load(MODEL).of_transformer(), held_out_sentences()
    read = [list(translator.read(each).ids) for each in sentences]
    written = [list(translator.translate(each, beam=1).hypothesis.tokens) for each in sentences]
    rows = [_row("the library, in Python", "", *_in_library(translator, sentences))]
    rows.append(_row("the app: from Enter to the end of its script", "", asyncio.run(_in_app(sentences))))
    sizes = []
    with serving({"packages": engines / "node_modules", "marian": engines / "marian"}) as files:
        for browser in BROWSERS:
            with start_runner(browser, files) as (title, run):
                for name, compiled in OURS.items():
                    times = [run("ours", MODEL, sentences, compiled, beam) for beam in (1, BEAM)]
                    rows.append(_row(name, title, *times))
                    sizes.append(_size(name, files, ("viewer", "assets")))
                found = run("transformersJs", read, [len(each) for each in written])
                rows.append(_row(f"{HUGGING_FACE} {version(engines, HUGGING_FACE)}", title, found["times"]))
                sizes.append(_size(HUGGING_FACE, files, ("packages", "marian")))
    columns = ("milliseconds a sentence", "browser", "greedy", "95th percentile", f"beam {BEAM}", "95th percentile")
    return [
        f"Medians of our {len(sentences)} held-out sentences, from text to text, with `{MODEL}`. Each engine runs in "
        f"one thread, after {UNTIMED} untimed sentences. transformers.js has no beam search, and runs a random Marian "
        "of our model's size for as many tokens as ours writes.",
        "",
        *table(columns, rows),
        *table(("to fetch, MB", "as files", "compressed by gzip"), dict.fromkeys(sizes)),
        "Weights have 16 bits in our engine, and 32 in the others.",
        "",
    ]


def _in_library(translator: Translator, sentences: Sequence[str]) -> list[list[float]]:
    times = []
    for beam in (1, BEAM):
        calls = {each: partial(translator.translate, each, beam, ALPHA) for each in sentences}
        times.append([each for found in milliseconds(calls, 1).values() for each in found])
    return times


async def _in_app(sentences: Sequence[str]) -> list[float]:
    """As a visitor's websocket sees it: both searches and the picture."""
    with serve(1) as (server,):
        async with Visitor(server.address) as visitor:
            await visitor.arrive()
            times = [
                (await visitor.type(each)).seconds * 1000
                for each in [*read_sentences("sentences")[:UNTIMED], *sentences]
            ]
            return times[UNTIMED:]


def _row(name: str, browser: str, *times: list[float]) -> list[str]:
    """Medians and 95th percentiles; what was not measured stays empty."""
    numbers = [f"{value:.0f}" for each in times for value in (median(each), percentile_95(each))]
    row = [name, browser, *numbers, *[""] * (4 - len(numbers))]
    print(*row, sep=" | ", flush=True)
    return row


def _size(name: str, files: Files, folders: tuple[str, ...]) -> tuple[str, str, str]:
    """What came from these folders, and what gzip would make of it."""
    sent = [content for path, content in files.sent.items() if path.split("/")[1] in folders]
    packed = sum(len(gzip.compress(each, 6)) for each in sent)
    return name, f"{sum(map(len, sent)) / 1e6:.1f}", f"{packed / 1e6:.1f}"


def version(engines: Path, package: str) -> str:
    """Of a package of npm, as installed."""
    file = engines / "node_modules" / package / "package.json"
    found: str = json.loads(file.read_text(encoding="utf-8"))["version"]
    return found


def _sections() -> dict[str, str]:
    """What was measured before, by its title."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    return dict(re.findall(r"^## (.+)\n\n((?:(?!## ).*\n)*)", text, re.MULTILINE))


PARTS: dict[str, tuple[str, Callable[[Path], list[str]]]] = {
    "speed": ("How fast", _speed),
    "equality": ("How exact", lambda _: equality.measure_equality()),
    "visitors": ("What a hundred visitors cost the server", visitors.measure_visitors),
}

if __name__ == "__main__":
    main()
