"""How long decoding takes beside the engine that translators use: one sentence, a file, and batches beside one by one.

    python -m benchmarks.decoding_speed            # writes benchmarks/decoding_speed.md

One thread. The shipped model's weights in our decoder, and in CTranslate2 in float32 and int8 (`pip install
-e '.[export]'`).
"""

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import torch

from benchmarks.timing import median, milliseconds, options_of, percentile_95, table, write_report
from transformer import Translator, load, sweep
from transformer.commands.ctranslate2 import write_ctranslate2
from transformer.corpora import Pair
from transformer.corpora.everyday import held_out_sentences, natural_pairs
from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import DEFAULT_ALPHA, SearchOptions, Sources, default_max_length
from transformer.edits.places import head_names

TOKENS_IN, TOKENS_OUT, BEAM = 12, 15, 5
FILE, MANY, EDITS = 1000, 200, 2  # sentences of a file and of a batch, and edits
Engine: TypeAlias = Callable[[Sources, int], object]
RESULTS = Path(__file__).with_suffix(".md")


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
        engines = {each: _open_engine(Path(folder) / "engine", translator, each) for each in ("float32", "int8")}
    write_report(
        RESULTS,
        "Decoding",
        f"`python -m benchmarks.decoding_speed`: `{options.model}`, milliseconds unless said otherwise.",
        *_one_sentence(translator, engines, source, options.repetitions),
        *_a_file(translator, engines),
        *_many(translator),
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


def _open_engine(folder: Path, translator: Translator, precision: str) -> Engine:
    """CTranslate2, which decodes many sources in batches, with a beam of some size."""
    from ctranslate2 import Translator as CTranslate2

    engine = CTranslate2(str(folder), compute_type=precision, intra_threads=1)

    def decode(sources: Sources, size: int) -> object:
        longest = max(default_max_length(translator.model, len(ids)) for ids in sources)
        limits = {"max_decoding_length": longest, "max_batch_size": 64, "max_input_length": 0}
        tokens = [translator.tokenizer.tokens(ids) for ids in sources]
        return engine.translate_batch(tokens, beam_size=size, length_penalty=DEFAULT_ALPHA, **limits)

    return decode


def _one_sentence(translator: Translator, engines: dict[str, Engine], source: list[int], repetitions: int) -> list[str]:
    model, usual = translator.model, SearchOptions(compiled=translator.compiled)
    recorded = replace(usual, record=True)
    calls: dict[str, Callable[[], object]] = {
        "Glassformer, greedy": lambda: greedy(model, [source], options=usual),
        "Glassformer, beam 5": lambda: beam_search(model, [source], BEAM, options=usual),
        "Glassformer, beam 5, search recorded": lambda: beam_search(model, [source], BEAM, options=recorded),
    }
    for name, engine in engines.items():
        calls[f"CTranslate2 {name}, greedy"] = partial(engine, [source], 1)
        calls[f"CTranslate2 {name}, beam 5"] = partial(engine, [source], BEAM)
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


def _a_file(translator: Translator, engines: dict[str, Engine]) -> list[str]:
    """Whole files of sentences, sorted by length and in batches, by every engine."""
    sentences = [pair.source for pair in _pairs(FILE)]
    sources = [translator.read(sentence).ids for sentence in sentences]
    ways: dict[str, Callable[[int], object]] = {"Glassformer": lambda size: translator.translate_all(sentences, size)}
    ways |= {f"CTranslate2 {name}": partial(engine, sources) for name, engine in engines.items()}
    rows = [(name, *(f"{_seconds(partial(way, size)):.2f}" for size in (1, BEAM))) for name, way in ways.items()]
    return [f"## A file of {FILE:,} everyday sentences", "", *table(("what", "greedy, s", "beam 5, s"), rows)]


def _many(translator: Translator) -> list[str]:
    """What the library computes in batches, and the same one by one."""
    pairs, edits = _pairs(MANY), [f"zero_head:{head}" for head in head_names(translator.model.config)[:EDITS]]
    texts, targets = zip(*pairs, strict=True)
    only = ["decoder.*.cross_attention.weights"]
    ways: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        f"cross-attention of {MANY} sentences": (
            lambda: deque(translator.trace_all(texts, targets, only), maxlen=0),
            lambda: [translator.trace(text, target) and None for text, target in pairs],
        ),
        f"score {MANY} pairs": (
            lambda: translator.score_all(pairs),
            lambda: [translator.score(text, target) for text, target in pairs],
        ),
        f"BLEU of {MANY} sentences without each of {EDITS} heads": (
            lambda: sweep(translator, pairs, edits),
            lambda: [translator.translate(text, 1, edit=edit).text for edit in edits for text in texts],
        ),
    }
    rows = [
        (name, f"{together:.2f}", f"{alone:.2f}", f"{alone / together:.1f}")
        for name, (together, alone) in ((name, (_seconds(one), _seconds(other))) for name, (one, other) in ways.items())
    ]
    return ["## Many at once", "", *table(("what", "in batches, s", "one by one, s", "times quicker"), rows), ""]


def _pairs(count: int) -> list[Pair]:
    """Everyday pairs, each another, from everywhere in the corpus."""
    pairs = list({pair.source: pair for pair in natural_pairs()}.values())
    return pairs[:: len(pairs) // count][:count]


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
