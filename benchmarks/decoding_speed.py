"""How long one sentence takes: greedy and beam of five, beside Hugging Face `generate` at the same sizes.

    python -m benchmarks.decoding_speed            # writes benchmarks/decoding_speed.md

One thread, 12 tokens in and 15 out. The shipped model translates a held-out sentence of exactly these lengths; Hugging
Face's Marian gets random weights of the same sizes and is made to produce 15 tokens; it needs
`pip install -c constraints.txt '.[benchmark]'`.
"""

import argparse
from collections.abc import Callable
from pathlib import Path

import torch

from benchmarks.marian import marian_like
from benchmarks.timing import measured_on, median, milliseconds, percentile_95
from transformer import Translator, load
from transformer.corpora import load_pairs
from transformer.decoding.search import SearchOptions, beam_search, greedy

TOKENS_IN, TOKENS_OUT, BEAM = 12, 15, 5
RESULTS = Path(__file__).with_suffix(".md")


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", default="en-fr")
    parser.add_argument("--repetitions", type=int, default=60)
    options = parser.parse_args()
    torch.set_num_threads(1)
    translator = load(options.model)
    source = find_source(translator)
    recorded = SearchOptions(record=True)
    calls: dict[str, Callable[[], object]] = {
        "Glassformer, greedy": lambda: greedy(translator.model, [source]),
        "Glassformer, beam 5": lambda: beam_search(translator.model, [source], BEAM),
        "Glassformer, beam 5, search recorded": lambda: beam_search(translator.model, [source], BEAM, options=recorded),
        **hugging_face(translator),
    }
    times = milliseconds(calls, options.repetitions, block=10)
    lines = [
        "# Decoding one sentence",
        "",
        f"`python -m benchmarks.decoding_speed`: {TOKENS_IN} tokens in, {TOKENS_OUT} out, milliseconds. "
        f"{measured_on()}.",
        "",
        "| what | median | 95th percentile | fastest |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, values in times.items():
        lines.append(f"| {name} | {median(values):.1f} | {percentile_95(values):.1f} | {min(values):.1f} |")
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def find_source(translator: Translator) -> list[int]:
    """Token ids of the first held-out everyday sentence of the wanted lengths under greedy and beam."""
    for pair in load_pairs("everyday", "test"):
        ids = list(translator.read(pair.source).ids)
        if len(ids) != TOKENS_IN:
            continue
        (hypothesis,) = greedy(translator.model, [ids])
        if len(hypothesis.tokens) == TOKENS_OUT:
            (search,) = beam_search(translator.model, [ids], BEAM)
            if len(search.best.tokens) == TOKENS_OUT:
                return ids
    raise SystemExit(f"No held-out sentence has {TOKENS_IN} tokens in and {TOKENS_OUT} out with this model.")


def hugging_face(translator: Translator) -> dict[str, Callable[[], object]]:
    """The same architecture in Hugging Face transformers, with random weights; empty if it is not installed."""
    config = translator.model.config
    try:
        from transformers import GenerationConfig

        marian = marian_like(config).eval()
    except ImportError:
        print("Hugging Face transformers is not installed: pip install '.[benchmark]' to compare.")
        return {}
    source = torch.randint(4, config.vocabulary_size, (1, TOKENS_IN))

    def generate(beams: int) -> Callable[[], object]:
        settings = GenerationConfig(
            num_beams=beams,
            do_sample=False,
            min_new_tokens=TOKENS_OUT,
            max_new_tokens=TOKENS_OUT,
            pad_token_id=0,
            eos_token_id=3,
            decoder_start_token_id=2,
        )
        return lambda: marian.generate(source, generation_config=settings)

    return {"Hugging Face generate, greedy": generate(1), "Hugging Face generate, beam 5": generate(BEAM)}


if __name__ == "__main__":
    main()
