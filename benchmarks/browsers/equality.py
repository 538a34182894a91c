"""Whether the browser's engine gives the library's numbers, tokens and texts, in Node, Chromium and Firefox."""

import random
from collections.abc import Sequence
from functools import cache

import torch
from safetensors.torch import save

from benchmarks.browsers.running import serving, start_runner
from benchmarks.lecture_sentences import sentence
from benchmarks.timing import table
from benchmarks.visitors.__main__ import read_sentences
from transformer.corpora.everyday import held_out_sentences
from transformer.decoding.trace import trace_tokens, whole_target
from transformer.translator import Translator, load

MODELS = ("en-fr", "en-de")
RUNNERS = ("Node", "Chromium", "Firefox")
TEXTS, TRACED = 1000, 200
ALPHA = 1.0
Found = tuple[list[int], list[int], list[int], str]  # ids, greedy tokens, beam tokens, text
ODD = (
    "", " ", "🍕", "A", "I love 🍕 and 🍔!", "👩‍🚀 is an astronaut.", "I WANT TO GO HOME NOW!", "IKEA IS IN THE USA.",
    "It costs £5 or 20 €, about 30 %.", "x² + y² = z²", "½ cup of １２３ “quotes” — dash…", "2 + 2 = 4, 12/5/2024",
    "Write to tom.miller@example.com or see https://www.example.org/a_b?c=1.", "<b>Bold</b> and **very** good",
    "</s> <unk> <pad> ▁ ▁a", "これは日本語です。 I like 東京.", "Čapek met José and Łukasz in İstanbul.",
    "trans-\nlation of a well-\nknown text", "a\u200db a\u00adb o\u0302", "one two three " * 40, "x" * 300,
    "The cat sat on the mat, and the dog saw the cat, and the cat saw the dog. " * 12,
)  # fmt: skip


@cache
def texts() -> tuple[str, ...]:
    """Odd texts, what visitors might type, our held-out sentences, and sentences that a lecture hall might type."""
    found = dict.fromkeys([*ODD, *read_sentences("sentences"), *held_out_sentences()])
    dice = random.Random(1)
    while len(found) < TEXTS:
        found[sentence(dice)] = None
    return tuple(found)


def measure_equality(models: Sequence[str] = MODELS) -> list[str]:
    """The section of the report."""
    rows: dict[str, list[str]] = {}
    translators = {name: load(name).of_transformer() for name in models}
    expected = {name: [_find(translator, text) for text in texts()] for name, translator in translators.items()}
    passes = {
        name: [{"ids": each[0], "tokens": each[1]} for each in all_found if each][: 4 * TRACED : 4]
        for name, all_found in expected.items()
    }

    def traced(path: str) -> bytes:
        name, _, number = path.partition("/")
        one, translator = passes[name][int(number)], translators[name]
        longest = translator.model.config.max_length
        trace = trace_tokens(translator, one["ids"], whole_target(one["tokens"], longest))
        return save({each: _as_browser(value) for each, value in trace.items()})

    columns, numbers = [], 0
    with serving(made={"/trace/": traced}) as files:
        for runner in RUNNERS:
            with start_runner(runner, files) as (title, run):
                columns.append(title)
                for name in models:
                    for kernels, compiled in (("WebAssembly", True), ("JavaScript", False)):
                        found = run("differences", name, passes[name], compiled)
                        where = f"`{name}`, {kernels}: largest difference of"
                        for kind, value in _by_kind(found["largest"]).items():
                            rows.setdefault(f"{where} {kind}", []).append(f"{value:.1e}")
                        numbers = found["numbers"]
                        print(title, name, kernels, numbers, "numbers", flush=True)
                    theirs = run("found", name, texts())
                    for place, what in enumerate(("read", "greedy tokens", "beam 5 tokens", "beam 5 text")):
                        alike = sum(
                            (one and one[place]) == (other and other[place])
                            for one, other in zip(expected[name], theirs, strict=True)
                        )
                        rows.setdefault(f"`{name}`: {what} the same", []).append(f"{alike:,} of {len(theirs):,}")
                        print(title, name, what, alike, flush=True)
    return [
        f"Against the library in Python: every number of all named activations of {TRACED} texts with their greedy "
        f"translations, {numbers / 1e6:,.0f} million numbers a model; differences from numbers above 1, "
        f"which reach 236, are relative. The ids, tokens and texts of {TEXTS:,} texts, {len(ODD)} of them odd. Texts "
        "come from `benchmarks/visitors`, the held-out sentences and `benchmarks/lecture_sentences.py`.",
        "",
        *table(["", *columns], [[name, *values] for name, values in rows.items()]),
    ]


def _find(translator: Translator, text: str) -> Found | None:
    """What `found` of runs.js returns for a text."""
    greedy, beam = (translator.translate(text, beam=size, alpha=ALPHA) for size in (1, 5))
    if greedy.source.empty:
        return None
    return list(greedy.source.ids), list(greedy.hypothesis.tokens), list(beam.hypothesis.tokens), beam.text


def _as_browser(value: torch.Tensor) -> torch.Tensor:
    return (value.float() if value.is_floating_point() else value.int()).contiguous()


def _by_kind(largest: dict[str, float]) -> dict[str, float]:
    kinds = {"attention weights": 0.0, "logits": 0.0, "all others": 0.0}
    for name, value in largest.items():
        kind = "attention weights" if name.endswith(".weights") else "logits" if name == "logits" else "all others"
        kinds[kind] = max(kinds[kind], value)
    return kinds
