"""What the server holds in memory while visitor after visitor looks at a long sentence that nobody has typed before.

    python -m benchmarks.memory                    # writes benchmarks/memory.md
    python -m benchmarks.memory --visits 200

A visit is a whole run of the app in Streamlit's own test runner, with a hundred and ten words drawn at random, one page
after the other of those that keep most of a sentence; the player and the search decode by a beam of ten. Resident
memory is read from the operating system, twenty times in all. The first tenth of the visits opens the models and fills
the budget; what comes after it should be flat.
"""

import argparse
import random
import time
from pathlib import Path

from streamlit.testing.v1 import AppTest

from benchmarks.timing import measured_on
from transformer.corpora.everyday import aligned_examples
from viewer.app.budget import MEGABYTE, budget
from viewer.app.heap import resident
from viewer.app.pages import page_file

RESULTS = Path(__file__).with_suffix(".md")
ROOT = Path(__file__).resolve().parents[1]
PAGES = {"steps": {"how": "beam", "beam": "10"}, "search": {"beam": "10"}, "scores": {}, "output": {}, "alignment": {}}
WORDS, READINGS = 110, 20


def main() -> None:
    """Visit, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=2000)
    parser.add_argument("--pages", nargs="+", choices=PAGES, default=list(PAGES), help="visited in turn")
    options = parser.parse_args()
    readings = visits(options.visits, options.pages)
    text = "\n".join(table(options.visits, options.pages, readings)) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def visits(count: int, pages: list[str]) -> list[tuple[int, float, float, int, float]]:
    """Visit page after page; returns visits, resident and kept megabytes, values kept and seconds at each reading."""
    chance = random.Random(1)
    spoken = {word for example in aligned_examples() for word in example.source.lower().split()}
    words = sorted(word for word in spoken if word.isalpha())  # a full stop would make two sentences of them
    begun, readings = time.perf_counter(), []
    for number in range(1, count + 1):
        visit(pages[number % len(pages)], " ".join(chance.choices(words, k=WORDS)))
        if number % max(1, count // READINGS) == 0:
            kept = budget()
            seconds = time.perf_counter() - begun
            readings.append((number, resident() / MEGABYTE, kept.total / MEGABYTE, len(kept), seconds))
            print(
                "{:6} visits {:8.0f} MB resident {:6.0f} MB kept in {:5} values {:6.0f} s".format(*readings[-1]),
                flush=True,
            )
    return readings


def visit(page: str, sentence: str) -> None:
    """Open a page with a sentence as a new visitor would."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.query_params["sentence"] = sentence
    for name, value in PAGES[page].items():
        app.query_params[name] = value
    app.switch_page(str(page_file(page))).run()
    assert not app.exception, (page, app.exception)
    assert not app.warning, (page, app.warning)


def table(count: int, pages: list[str], readings: list[tuple[int, float, float, int, float]]) -> list[str]:
    """The lines of the written table."""
    chosen = "" if pages == list(PAGES) else f" --pages {' '.join(pages)}"
    settled = [each[1] for each in readings if each[0] > count // 10]
    spread = (max(settled) - min(settled)) / min(settled)
    return [
        "# Memory of the server",
        "",
        f"`python -m benchmarks.memory --visits {count}{chosen}`: {WORDS} words that nobody has typed before at each "
        f"visit, on {', '.join(pages)} in turn; a budget of {budget().limit // MEGABYTE} MB. {measured_on()}.",
        "",
        f"After the first tenth of the visits the smallest and the largest reading lie {spread:.1%} apart.",
        "",
        "| visits | resident MB | kept of sentences, MB | values kept | seconds so far |",
        "| ---: | ---: | ---: | ---: | ---: |",
        *(f"| {each[0]:,} | {each[1]:,.0f} | {each[2]:.0f} | {each[3]:,} | {each[4]:,.0f} |" for each in readings),
    ]


if __name__ == "__main__":
    main()
