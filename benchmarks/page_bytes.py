"""What a new sentence costs on every page: bytes over the websocket and the server's processor time.

    python -m benchmarks.page_bytes                # writes benchmarks/page_bytes.md

A visitor opens each page, types short sentences and then long ones, none of which was typed before. Bytes are those of
the websocket's messages, uncompressed; what a browser keeps of earlier messages is not sent again, as with a browser.
"""

import argparse
import asyncio
import random
from pathlib import Path

from benchmarks.lecture_sentences import sentence
from benchmarks.served import Server, served
from benchmarks.timing import measured_on, median
from benchmarks.visitor import HOME, Answer, Visitor

RESULTS = Path(__file__).with_suffix(".md")
LIMIT = 500  # kB for a sentence on any page
TIMES = 5  # sentences of each length
PAGES = (
    HOME, "embedding", "positions", "projections", "scores", "heads", "residual", "output", "steps", "search",
    "alignment", "laboratory", "head_ablation", "why", "bottleneck", "looking_back", "one_after_another",
)  # fmt: skip


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", default=",".join(PAGES), help="which, by their addresses")
    parser.add_argument("--print-only", action="store_true", help="leave the table beside this script as it is")
    options = parser.parse_args()
    with served(1) as servers:
        rows = asyncio.run(measure(servers[0], options.pages.split(",")))
    text = "\n".join(
        [
            "# What a sentence costs",
            "",
            f"`python -m benchmarks.page_bytes`: {TIMES} new sentences of 5 to 8 words, and {TIMES} of 20 words and "
            f"more; the median of the kB of websocket messages, the mean of the server's processor time. Wanted: at "
            f"most {LIMIT} kB. {measured_on()}.",
            "",
            "| page | short sentence, kB | long sentence, kB | short, ms | long, ms |",
            "| --- | ---: | ---: | ---: | ---: |",
            *rows,
            "",
        ]
    )
    print(text)
    if not options.print_only:
        RESULTS.write_text(text, encoding="utf-8")


async def measure(server: Server, pages: list[str]) -> list[str]:
    """A row a page."""
    dice = random.Random(7)
    rows = []
    async with Visitor(server.address) as visitor:
        await visitor.arrive()
        for page in pages:
            visitor.sentence = short(dice)
            await visitor.open(page)
            cells = []
            for kind in (short, long):
                answers = []
                begun = server.used().seconds
                for _ in range(TIMES):
                    visitor.sentence = kind(dice)
                    answers.append(await visitor.open(page))
                cells.append((_kilobytes(answers), (server.used().seconds - begun) * 1000 / TIMES))
            (few, quick), (many, slow) = cells
            rows.append(f"| {'translate' if page == HOME else page} | {few} | {many} | {quick:.0f} | {slow:.0f} |")
            print(rows[-1], flush=True)
    return rows


def short(dice: random.Random) -> str:
    """Five to eight words."""
    while not 5 <= len((said := sentence(dice)).split()) <= 8:
        pass
    return said


def long(dice: random.Random) -> str:
    """One sentence of 20 words and more."""
    parts: list[str] = []
    while len(" and ".join(parts).split()) < 20:
        parts.append(short(dice).rstrip("."))
    return " and ".join(parts) + "."


def _kilobytes(answers: list[Answer]) -> str:
    troubles = [answer.trouble for answer in answers if answer.trouble]
    return troubles[0] if troubles else f"{median([answer.size / 1000 for answer in answers]):,.0f}"


if __name__ == "__main__":
    main()
