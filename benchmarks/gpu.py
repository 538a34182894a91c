"""A GPU compared with the CPU, in a minute or two: training, decoding in batches, and whether both compute the same.

    python -m benchmarks.gpu      # prints the tables

The machine needs PyTorch from 2.11 on and the packages of the library, but neither Streamlit and Plotly nor sentencex
and sacremoses.
"""

import time
from collections.abc import Iterator, Sequence
from itertools import cycle

import torch

from benchmarks.timing import options_of, recipe_sizes, table, write_report
from transformer import load
from transformer.attribution.methods import METHODS
from transformer.attribution.question import ask
from transformer.corpora.encoding import EncodedPairs, encode_pairs
from transformer.corpora.everyday import held_out_sentences, natural_pairs
from transformer.decoding.batches import decode_sorted
from transformer.decoding.strategies import Beam, Greedy
from transformer.devices import choose_device, describe_machine, multiplies_bfloat16
from transformer.model.transformer import Transformer
from transformer.training.batching import make_sampler
from transformer.training.config import TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.trainer import Trainer

MODEL = "en-fr"
BOUNDS = {"logits": 1e-3, "attention": 1e-4, "attributions": 1e-3}  # float32, sums in another order
BATCHES = (4_000, 8_000, 16_000, 64_000)  # tokens of a training step
SENTENCES = 20
WARM_UP, MOST_STEPS, MOST_SECONDS = 60, 200, 6  # a GPU loads a kernel when an operation or a shape first needs it


def main() -> None:
    """Measure every part in turn."""
    options_of(__doc__).parse_args()
    device = choose_device()
    lines = [
        "## Training",
        "",
        *table(("tokens in a batch", "target tokens a second", "ms a step"), training(device)),
        "## Decoding in batches",
        "",
        *table(("search", "sentences in a batch", "tokens a second"), decoding(device)),
        "## The GPU compared with the CPU",
        "",
        *table(("what", "largest difference", "bound", "within bound"), same_numbers(device)),
    ]
    write_report(None, "On a GPU", f"`python -m benchmarks.gpu`: {describe_machine(device)}; compared with", *lines)


def same_numbers(device: torch.device) -> Iterator[Sequence[object]]:
    """The largest differences between both devices, and whether they find the same tokens."""
    cpu, gpu = load(MODEL), load(MODEL, device)
    differences = dict.fromkeys(BOUNDS, 0.0)
    for text in held_out_sentences()[:SENTENCES]:
        found = cpu.translate(text).hypothesis
        traces = [each.trace(text, found) for each in (cpu, gpu)]
        for name, value in traces[0].items():
            kind = "logits" if name == "logits" else "attention" if name.endswith(".weights") else None
            if kind:
                off = float((value - traces[1][name].cpu()).abs().max())
                differences[kind] = max(differences[kind], off)
        ids = cpu.read(text).ids
        questions = [ask(each, ids, found.tokens, len(found.tokens) // 2) for each in (cpu, gpu)]
        for method in METHODS.values():
            one, other = (method(question).detach().cpu() for question in questions)
            off = float((one - other).abs().max() / one.abs().max().clamp(min=1e-6))
            differences["attributions"] = max(differences["attributions"], off)
    for kind, off in differences.items():
        yield kind, f"{off:.1e}", f"{BOUNDS[kind]:.0e}", "yes" if off <= BOUNDS[kind] else "NO"
    sources = [cpu.read(text).ids for text in held_out_sentences()]
    for strategy in (Greedy(), Beam(5)):
        ones, others = (decode_sorted(each.model, sources, strategy) for each in (cpu, gpu))
        same = sum(one.tokens == other.tokens for one, other in zip(ones, others, strict=True))
        kept = "yes" if same == len(sources) else "NO"
        yield f"tokens, {strategy.label}", f"{len(sources) - same} of {len(sources)} differ", 0, kept


def training(device: torch.device) -> Iterator[Sequence[object]]:
    """The speed of a training step at the final sizes, for each size of a batch."""
    tokenizer = load(MODEL).tokenizer
    pairs = EncodedPairs.of(encode_pairs(natural_pairs(), tokenizer, 256))
    for batch_tokens in BATCHES:
        torch.manual_seed(1)
        options = TrainingConfig(
            batch_tokens=batch_tokens, optimizer="muon", rounds=1, bfloat16=multiplies_bfloat16(device)
        )
        trainer = Trainer(Transformer(recipe_sizes(tokenizer.size)).to(device), options)
        epoch = make_sampler(PreparedCorpus(tokenizer, [(pairs, 1.0)], {}), options, 256).epoch(0, device)
        steps, tokens, begun = 0, 0, 0.0
        for number, batch in enumerate(cycle(epoch)):
            if number == WARM_UP:
                _wait(device)
                begun = time.perf_counter()
            update = trainer.update(batch, 1e-4)
            if begun:
                steps, tokens = steps + 1, tokens + update.target_tokens
                if steps == MOST_STEPS or time.perf_counter() - begun > MOST_SECONDS:
                    break
        _wait(device)
        seconds = time.perf_counter() - begun
        yield f"{batch_tokens:,}", f"{tokens / seconds:,.0f}", f"{1000 * seconds / steps:.1f}"


def decoding(device: torch.device) -> Iterator[Sequence[object]]:
    """The speed of greedy decoding and of beam search over our own sentences."""
    translator = load(MODEL, device)
    sources = [translator.read(pair.source).ids for pair in natural_pairs()[::30]]
    for strategy in (Greedy(), Beam(5)):
        for size in (64, 512):
            decode_sorted(translator.model, sources[:size], strategy, size)
            begun, tokens = time.perf_counter(), 0
            for first in range(0, len(sources), size):
                found = decode_sorted(translator.model, sources[first : first + size], strategy, size)
                tokens += sum(len(each.tokens) for each in found)
                if time.perf_counter() - begun > MOST_SECONDS:
                    break
            yield strategy.label, size, f"{tokens / (time.perf_counter() - begun):,.0f}"


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


if __name__ == "__main__":
    main()
