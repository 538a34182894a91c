"""How long a lecture hall waits: many visitors at once over real websockets, without a browser.

    python -m benchmarks.load                                 # 1, 10, 30 and 100 visitors; writes benchmarks/load.md
    python -m benchmarks.load --processes 2 --visitors 100    # two servers, the visitors divided among them
    python -m benchmarks.load --address http://127.0.0.1:8501 --visitors 30 --print-only
    python -m benchmarks.load --processes 2 --visitors 100 --without-model 20 --asking 5 --print-only

Each visitor waits three seconds after an answer, then types a new sentence on Translate (six times of ten) or opens
another page. The time counts from the action to the end of the script, as the visitor's websocket sees it.
"""

import asyncio
import hashlib
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.lecture_sentences import sentence
from benchmarks.served import Server, all_used, busy, serve
from benchmarks.timing import median, options_of, percentile_95, table, write_report
from benchmarks.visitor import HOME, Answer, Visitor
from transformer.assets import asset

RESULTS = Path(__file__).with_suffix(".md")
THINKING = 3.0  # seconds
TYPING = 0.6  # of all actions; the others are a change of page
# Where visitors of a lecture go, each as likely as the others.
PAGES = (
    "embedding", "positions", "projections", "scores", "heads", "residual", "output", "steps", "search", "alignment",
    "start", "model_card",
)  # fmt: skip
EXPENSIVE = ("why", "patching")  # which compute with a new sentence for long


@dataclass(frozen=True)
class Crowd:
    """Visitors; the first `without_model` can't run it, all if None; the last `asking` only open what is expensive."""

    visitors: int
    without_model: int | None = None
    asking: int = 0


@dataclass(frozen=True)
class Round:
    """A number of visitors for a while.

    Attributes:
        processes: that served them; 0 for a server that was already there.
        finished: answers that came within `seconds`.
        processor, players, others: seconds of processor time of the servers, the visitors and everything else.
        memory: of the servers in megabytes, at the end.
    """

    visitors: int
    processes: int
    seconds: float
    answers: tuple[Answer, ...]
    finished: int
    processor: float = 0.0
    players: float = 0.0
    others: float = 0.0
    memory: float = 0.0


def main() -> None:
    """Measure, print and write the tables."""
    parser = options_of(__doc__)
    parser.add_argument("--visitors", default="1,10,30,100", help="how many at once, one round each")
    parser.add_argument("--seconds", type=float, default=45.0, help="of each round")
    parser.add_argument("--processes", default="1,2", help="servers to start; more rounds where there are several")
    parser.add_argument("--without-model", type=int, help="visitors whose browsers can't run it (default: all)")
    parser.add_argument("--asking", type=int, default=0, help="visitors who ask Why and Patching about new sentences")
    parser.add_argument("--address", action="append", default=[], help="of a server that runs already")
    parser.add_argument("--print-only", action="store_true", help="leave the table beside this script as it is")
    options = parser.parse_args()
    numbers = [int(number) for number in options.visitors.split(",")]
    rounds: list[Round] = []
    mix = options.without_model, options.asking
    for processes in [0] if options.address else [int(number) for number in options.processes.split(",")]:
        with serve(processes) as servers:
            addresses = options.address or [server.address for server in servers]
            for visitors in numbers:
                rounds.append(asyncio.run(measure(Crowd(visitors, *mix), addresses, servers, options.seconds)))
                print(" | ".join(by_round(rounds[-1:])[2:]), flush=True)
    report(None if options.print_only else RESULTS, rounds)


async def measure(crowd: Crowd, addresses: Sequence[str], servers: Sequence[Server], seconds: float) -> Round:
    """Let visitors come to the addresses in turn, and measure for a while."""
    visitors = crowd.visitors
    weights = hashlib.sha256(asset("models", "en-fr", "model.safetensors").read_bytes()).hexdigest()
    arrived = asyncio.Semaphore(4)  # nobody's first visit is measured, so they need not all come at once
    here, go, ended = asyncio.Barrier(visitors + 1), asyncio.Event(), asyncio.Event()

    said: list[list[Answer]] = [[] for _ in range(visitors)]

    async def one(number: int) -> None:
        answers = said[number]
        dice = random.Random(f"{visitors} {number} {time.time_ns()}")
        own = weights if crowd.without_model is not None and number >= crowd.without_model else ""
        async with Visitor(addresses[number % len(addresses)], own) as visitor:
            async with arrived:
                first = await visitor.arrive()
            await here.wait()
            await go.wait()
            answers += [first] if first.trouble else []
            await _think(ended, dice.uniform(0, THINKING))
            while not ended.is_set():
                answers.append(await act(visitor, dice, EXPENSIVE if number >= visitors - crowd.asking else ()))
                await _think(ended, THINKING)

    async with asyncio.TaskGroup() as group:
        for number in range(visitors):
            group.create_task(one(number))
        await here.wait()
        before, played, worked, begun = all_used(servers), time.process_time(), busy(), time.perf_counter()
        go.set()
        await asyncio.sleep(seconds)
        after, took, played = all_used(servers), time.perf_counter() - begun, time.process_time() - played
        worked = busy() - worked
        finished = sum(map(len, said))
        ended.set()
    answers = tuple(answer for each in said for answer in each)
    used = after.seconds - before.seconds
    others = max(0.0, worked - used - played)
    return Round(visitors, len(servers), took, answers, finished, used, played, others, after.memory)


async def act(visitor: Visitor, dice: random.Random, asked: Sequence[str] = ()) -> Answer:
    """A new sentence, or another page; or a new sentence on one of the pages asked for."""
    if asked:
        visitor.sentence = sentence(dice)
    elif dice.random() < TYPING:
        return await visitor.type(sentence(dice))
    return await visitor.open(dice.choice(asked or [page for page in PAGES if page != visitor.page]))


async def _think(ended: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await ended.wait()
    except TimeoutError:
        return


def by_round(rounds: Sequence[Round]) -> list[str]:
    """A row for each round."""
    columns = "visitors | processes | actions a second | median, ms | 95th percentile, ms | longest, ms | errors"
    columns += " | processor time an action, ms | of the visitors, ms | cores that others used | memory, MB"
    rows = []
    for each in rounds:
        times = [answer.seconds * 1000 for answer in each.answers] or [0.0]
        used = [1000 * seconds / max(1, each.finished) for seconds in (each.processor, each.players)]
        shown = [f"{value:.0f}" for value in (median(times), percentile_95(times), max(times))]
        errors = sum(bool(answer.trouble) for answer in each.answers)
        row = [each.visitors, each.processes or "?", f"{each.finished / each.seconds:.1f}", *shown, errors]
        row += [*(f"{value:.0f}" for value in used), f"{each.others / each.seconds:.1f}", f"{each.memory:.0f}"]
        rows.append(row)
    return table(columns.split(" | "), rows)


def by_page(answers: Sequence[Answer]) -> list[str]:
    """A row for each page: times and bytes of the actions that ended on it."""
    of_page: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        of_page[answer.page].append(answer)
    rows = []
    for page, there in sorted(of_page.items()):
        times, sizes = [answer.seconds * 1000 for answer in there], [answer.size / 1000 for answer in there]
        numbers = [f"{each:,.0f}" for each in (median(times), percentile_95(times), median(sizes), max(sizes))]
        rows.append(["translate" if page == HOME else page, len(there), *numbers])
    columns = ("page", "actions", "median, ms", "95th percentile, ms", "kB received, median", "kB, most")
    return table(columns, rows)


def report(path: Path | None, rounds: Sequence[Round]) -> None:
    """Print all that was measured, and write it to a path."""
    troubles = sorted({answer.trouble for each in rounds for answer in each.answers if answer.trouble})
    fullest = max(rounds, key=lambda each: each.visitors)
    intro = (
        f"`python -m benchmarks.load`: each visitor waits {THINKING:.0f} s between actions; {TYPING:.0%} of actions "
        "are a new sentence on Translate, the others a change of page. Times run from the action to the end of the "
        "page's script, as the visitor's websocket sees it. Pages open at Look and the tour at its first "
        "stop, as for a newcomer. The simulated visitors use the same cores as the servers."
    )
    write_report(
        path,
        "A lecture hall",
        intro,
        *by_round(rounds),
        *([f"Errors: {'; '.join(troubles)}", ""] if troubles else []),
        f"By page, {fullest.visitors} visitors and {fullest.processes or 'other'} process(es):",
        "",
        *by_page(fullest.answers),
    )


if __name__ == "__main__":
    main()
