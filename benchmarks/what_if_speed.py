"""How long an edit, a table of attributions and a map of patches take, for a sentence of twelve tokens.

    python -m benchmarks.what_if_speed             # writes benchmarks/what_if_speed.md

One thread. Beside the time on the wall stands the processor's: on a machine that does something else too, the first is
longer than on an idle one, the second hardly.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import torch

from benchmarks.timing import measured_on, median
from transformer import load
from transformer.attribution.contributions import contributions
from transformer.attribution.faithfulness import faithfulness
from transformer.attribution.methods import METHODS, attribute
from transformer.edits.patching import patch_map

SENTENCE = "The young woman is sitting in the old garden today."  # twelve tokens with END
OTHER = "The young women are sitting in the old garden today."
EDITS = ("zero_head:cross.1.2", "close:2", "last:2", "causal_off", "column_softmax:encoder", "skip:encoder.3")
RESULTS = Path(__file__).with_suffix(".md")


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="en-fr")
    parser.add_argument("--repetitions", type=int, default=7)
    options = parser.parse_args()
    torch.set_num_threads(1)
    translator = load(options.model)
    a, b = translator.read(SENTENCE), translator.read(OTHER)
    question = translator.ask(SENTENCE, 3)
    table = attribute(question)

    def edited(edit: str) -> Callable[[], object]:
        return lambda: translator.translate(SENTENCE, beam=1, edit=edit).trace

    def method(name: str) -> Callable[[], object]:
        return lambda: attribute(question, name)

    def patched(what: str) -> Callable[[], object]:
        return lambda: patch_map(translator, a, b, what)

    calls: dict[str, tuple[Callable[[], object], int]] = {
        **{f"edit `{edit}`: greedy translation and trace": (edited(edit), 300) for edit in EDITS},
        "attributions, all methods in one table": (lambda: attribute(question), 1_000),
        **{f"- {name}": (method(name), 1_000) for name in METHODS},
        "faithfulness curves of all methods": (lambda: faithfulness(question, table), 1_000),
        "direct contributions": (lambda: contributions(question), 300),
        **{f"map of patches: {what}": (patched(what), 2_000) for what in ("residual", "sublayers", "heads")},
    }
    lines = [
        "# What an answer to “what if?” takes",
        "",
        f"`python -m benchmarks.what_if_speed`: the model {options.model}, a sentence of {len(a.ids)} tokens, one "
        f"thread, milliseconds. {measured_on()}.",
        "",
        "| what | median | fastest | of the processor | at most |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, (call, limit) in calls.items():
        wall, processor = _times(call, options.repetitions)
        lines.append(f"| {name} | {median(wall):.0f} | {min(wall):.0f} | {median(processor):.0f} | {limit:,} |")
        print(lines[-1], flush=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _times(call: Callable[[], object], repetitions: int) -> tuple[list[float], list[float]]:
    """Milliseconds on the wall and of the processor, after one call that is not counted."""
    call()
    wall, processor = [], []
    for _ in range(repetitions):
        begun, used = time.perf_counter(), time.process_time()
        call()
        wall.append(1000 * (time.perf_counter() - begun))
        processor.append(1000 * (time.process_time() - used))
    return wall, processor


if __name__ == "__main__":
    main()
