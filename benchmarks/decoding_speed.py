"""How long decoding takes beside the engine that translators use: one sentence, a file, and against length and beam.

    python -m benchmarks.decoding_speed            # writes benchmarks/decoding_speed.md

One thread. The shipped model's weights in our decoder, and in CTranslate2 in float32 and int8 (`pip install
-e '.[export]'`).
"""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import torch

from benchmarks.timing import median, milliseconds, options_of, percentile_95, table, write_report
from transformer import Translator, load
from transformer.commands.engines.ctranslate2 import CTranslate2Engine, write_ctranslate2
from transformer.corpora.everyday import held_out_sentences
from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import SearchOptions

TOKENS_IN, TOKENS_OUT, BEAM = 12, 15, 5
LENGTHS = (5, 10, 20, 40, 80, 120)
BEAMS = (1, 2, 3, 5, 8, 10)
FILE = 1000  # sentences
COMPARED = ("Glassformer", "CTranslate2 float32")
RESULTS = Path(__file__).with_suffix(".md")
Calls = dict[str, Callable[[], object]]


def main() -> None:
    """Measure, print and write the tables."""
    parser = options_of(__doc__)
    parser.add_argument("--model", default="en-fr")
    parser.add_argument("--repetitions", type=int, default=60)
    options = parser.parse_args()
    torch.set_num_threads(1)
    translator = load(options.model)
    source = find_source(translator)
    with TemporaryDirectory() as folder:
        write_ctranslate2(translator.model, translator.tokenizer, Path(folder) / "engine")
        engines = {
            precision: CTranslate2Engine(
                Path(folder) / "engine", translator.model, translator.tokenizer, precision=precision
            )
            for precision in ("float32", "int8")
        }
    write_report(
        RESULTS,
        "Decoding",
        f"`python -m benchmarks.decoding_speed`: `{options.model}`, milliseconds unless said otherwise.",
        *_one_sentence(translator, engines, source, options.repetitions),
        *_a_file(translator, engines),
        *_by_length(translator, engines["float32"], options.repetitions),
        *_by_beam(translator, engines["float32"], source, options.repetitions),
    )


def find_source(translator: Translator) -> list[int]:
    """Token ids of the first held-out everyday sentence of the wanted lengths under greedy and beam."""
    for sentence in held_out_sentences():
        ids = list(translator.read(sentence).ids)
        if len(ids) != TOKENS_IN:
            continue
        (hypothesis,) = greedy(translator.model, [ids])
        if len(hypothesis.tokens) == TOKENS_OUT:
            (search,) = beam_search(translator.model, [ids], BEAM)
            if len(search.best.tokens) == TOKENS_OUT:
                return ids
    raise SystemExit(f"No held-out sentence has {TOKENS_IN} tokens in and {TOKENS_OUT} out with this model.")


def _one_sentence(
    translator: Translator, engines: dict[str, CTranslate2Engine], source: list[int], repetitions: int
) -> list[str]:
    model, recorded = translator.model, SearchOptions(record=True)
    calls: Calls = {
        "Glassformer, greedy": lambda: greedy(model, [source]),
        "Glassformer, beam 5": lambda: beam_search(model, [source], BEAM),
        "Glassformer, beam 5, search recorded": lambda: beam_search(model, [source], BEAM, options=recorded),
        **_by_engine(engines, source),
    }
    times = milliseconds(calls, repetitions, block=10)
    rows = [
        (name, *(f"{each:.1f}" for each in (median(values), percentile_95(values), min(values))))
        for name, values in times.items()
    ]
    lines = [f"## One sentence: {TOKENS_IN} tokens in, {TOKENS_OUT} out", ""]
    lines += table(("what", "median", "95th percentile", "fastest"), rows)
    ratios = [
        f"{how} {median(times[f'Glassformer, {how}']) / median(times[f'CTranslate2 float32, {how}']):.1f}"
        for how in ("greedy", "beam 5")
    ]
    return [*lines, f"Times CTranslate2 in float32: {', '.join(ratios)}.", ""]


def _by_engine(engines: dict[str, CTranslate2Engine], source: list[int]) -> Calls:
    calls: Calls = {}
    for name, engine in engines.items():
        calls[f"CTranslate2 {name}, greedy"] = partial(engine.decode, [source], 1)
        calls[f"CTranslate2 {name}, beam 5"] = partial(engine.decode, [source], BEAM)
    return calls


def _a_file(translator: Translator, engines: dict[str, CTranslate2Engine]) -> list[str]:
    """Whole files of sentences, sorted by length and in batches, by every engine."""
    everyday = held_out_sentences()
    sentences = [everyday[number % len(everyday)] for number in range(FILE)]
    sources = [translator.read(sentence).ids for sentence in sentences]
    ways: dict[str, Callable[[int], object]] = {"Glassformer": lambda size: translator.translate_all(sentences, size)}
    ways |= {f"CTranslate2 {name}": partial(engine.decode, sources) for name, engine in engines.items()}
    rows = [(name, *(f"{_seconds(partial(way, size)):.2f}" for size in (1, BEAM))) for name, way in ways.items()]
    lines = [f"## A file of {FILE:,} everyday sentences", "", *table(("what", "greedy, s", "beam 5, s"), rows)]
    return [*lines, "`translate --engine ctranslate2` is the second row.", ""]


def _by_length(translator: Translator, engine: CTranslate2Engine, repetitions: int) -> list[str]:
    """Greedy decoding of as many tokens as were read; ours led along a prefix, CTranslate2 kept from ending."""
    rows = []
    words = translator.tokenizer.encode("the old man gives a small red book to the girl in the garden " * 20)
    for length in LENGTHS:
        source = [*words[: length - 1], translator.read("a").ids[-1]]
        held = SearchOptions(max_length=length, prefixes=[words[:length]])
        named = translator.tokenizer.tokens(source)
        calls: Calls = {
            "ours": partial(greedy, translator.model, [source], held),
            "theirs": partial(
                engine.engine.translate_batch,
                [named],
                beam_size=1,
                min_decoding_length=length,
                max_decoding_length=length,
                max_input_length=0,
            ),
        }
        rows.append(_compared(length, calls, repetitions))
    return ["## Against length, greedy", "", *table(("tokens in and out", *COMPARED), rows)]


def _by_beam(translator: Translator, engine: CTranslate2Engine, source: list[int], repetitions: int) -> list[str]:
    rows = []
    for size in BEAMS:
        calls: Calls = {
            "ours": partial(beam_search, translator.model, [source], size),
            "theirs": partial(engine.decode, [source], size),
        }
        rows.append(_compared(size, calls, repetitions))
    return ["## Against the beam, the same sentence", "", *table(("beam", *COMPARED), rows)]


def _compared(size: int, calls: Calls, repetitions: int) -> tuple[object, ...]:
    times = milliseconds(calls, repetitions // 2, block=5)
    return size, f"{median(times['ours']):.1f}", f"{median(times['theirs']):.1f}"


def _seconds(call: Callable[[], object]) -> float:
    """The quickest of two runs."""
    times = []
    for _ in range(2):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return min(times)


if __name__ == "__main__":
    main()
