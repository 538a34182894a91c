"""A GPU compared with the CPU, and a recipe trained on it, in about ten minutes.

    python -m benchmarks.gpu --recipe en-fr --data data      # writes benchmarks/gpu.md and runs/gpu/en-fr
    python -m benchmarks.gpu --quick                         # everything in miniature, as a test, on any machine

It measures, one after the other: target tokens a second of a training step; tokens a second of decoding in batches;
whether the GPU computes what the CPU does; then it builds the recipe. What time is left goes to torch.compile. A part
that fails says so in the table, and the next one begins. The same command continues a build and measures nothing else.

The machine needs PyTorch from 2.11 on and the packages of the library, but neither Streamlit and Plotly nor sentencex
and sacremoses. Stages of the kind `evaluate` need those two and aren't done here: `build` does them anywhere, in the
same folder.
"""

import argparse
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path

import torch

from benchmarks.timing import measured_on, options_of, recipe_sizes, table
from transformer import load
from transformer.attribution.methods import METHODS
from transformer.attribution.question import ask
from transformer.corpora.encoding import EncodedPairs, encode_pairs
from transformer.corpora.everyday import held_out_sentences, natural_pairs
from transformer.decoding.batches import decode_sorted
from transformer.decoding.strategies import Beam, Greedy
from transformer.devices import choose_device, describe_machine, multiplies_bfloat16
from transformer.model.config import preset
from transformer.model.transformer import Transformer
from transformer.training.batching import make_sampler
from transformer.training.config import TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.recipes import RECIPES
from transformer.training.trainer import Trainer

RESULTS = Path(__file__).with_suffix(".md")
MODEL = "en-fr"
BOUNDS = {"logits": 1e-3, "attention": 1e-4, "attributions": 1e-3}  # float32, sums in another order
BATCHES = (4_000, 8_000, 16_000, 64_000)  # tokens of a training step
ROOT = Path(__file__).parents[1]
LEAST_TO_COMPILE = 100  # seconds
WARM_UP = 60  # steps: a GPU loads a kernel when an operation or a shape first needs it


class Table:
    """The report: every part is written as soon as it is there."""

    def __init__(self, path: Path | None) -> None:
        self.parts: list[str] = []
        self._path = path

    def add(self, title: str, columns: Sequence[str], measure: Callable[[], Iterator[Sequence[object]]]) -> None:
        """Add a part, row by row; an error ends it with a row of its own."""
        rows: list[Sequence[object]] = []
        begun = time.monotonic()
        try:
            for row in measure():
                rows.append(row)
                print(*row, flush=True)
        except Exception as error:  # the other parts must still be measured
            rows.append((f"failed: {type(error).__name__}: {error}".replace("\n", " ").replace("|", "/")[:300],))
            print(*rows[-1], flush=True)
        rows = [(*row, *[""] * (len(columns) - len(row))) for row in rows]
        self.parts += [f"## {title}", "", *table(columns, rows), f"{time.monotonic() - begun:.0f} s.", ""]
        if self._path is not None:
            intro = f"`python -m benchmarks.gpu`: {describe_machine(choose_device())}; compared with {measured_on()}."
            text = "\n".join(["# On a GPU", "", intro, "", *self.parts]).rstrip()
            self._path.write_text(f"{text}\n", encoding="utf-8")


def main() -> None:
    """Measure every part in turn."""
    options = _options()
    ends = time.monotonic() + 60 * options.minutes
    device = choose_device()
    report = Table(options.table or (None if options.quick else RESULTS))
    if not (options.recipe and (options.runs / Path(options.recipe).stem).exists()):  # else it continues that build
        report.add(
            "Training, target tokens a second",
            ("tokens in a batch", "tokens a second", "ms a step"),
            lambda: training(device, options.quick),
        )
        report.add(
            "Decoding in batches, tokens a second",
            ("search", "sentences in a batch", "tokens a second"),
            lambda: decoding(device, options.quick),
        )
        report.add(
            "The GPU compared with the CPU",
            ("what", "largest difference", "bound", "within bound"),
            lambda: same_numbers(device, 1 if options.quick else 20),
        )
    if options.recipe:
        report.add(
            f"The recipe {Path(options.recipe).stem}",
            ("stage", "what its log says last"),
            lambda: recipe(options, ends - 15),
        )
    if options.quick or (device.type == "cuda" and ends - time.monotonic() > LEAST_TO_COMPILE):
        report.add(
            "With torch.compile",
            ("tokens in a batch", "tokens a second", "ms a step"),
            lambda: training(device, options.quick, compiled=True),
        )


def _options() -> argparse.Namespace:
    parser = options_of(__doc__)
    parser.add_argument("--recipe", help="what to build: a recipe's name or file (default: nothing)")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora")
    parser.add_argument("--runs", type=Path, default=ROOT / "runs/gpu", help="folder of builds (default: runs/gpu)")
    parser.add_argument("--minutes", type=float, default=9.5, help="for everything (default: 9.5)")
    parser.add_argument("--table", type=Path, help="the file to write (default: benchmarks/gpu.md, with --quick none)")
    parser.add_argument("--quick", action="store_true", help="tiny sizes")
    return parser.parse_args()


def same_numbers(device: torch.device, sentences: int) -> Iterator[Sequence[object]]:
    """The largest differences between both devices, and whether they find the same tokens."""
    cpu, gpu = load(MODEL), load(MODEL, device)
    texts = held_out_sentences()[:sentences]
    differences = dict.fromkeys(BOUNDS, 0.0)
    for text in texts:
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
    sources = [cpu.read(text).ids for text in held_out_sentences()[: 10 * sentences]]
    for strategy in (Greedy(), Beam(5)):
        ones, others = (decode_sorted(each.model, sources, strategy) for each in (cpu, gpu))
        same = sum(one.tokens == other.tokens for one, other in zip(ones, others, strict=True))
        kept = "yes" if same == len(sources) else "NO"
        yield f"tokens, {strategy.label}", f"{len(sources) - same} of {len(sources)} differ", 0, kept


def training(device: torch.device, quick: bool, compiled: bool = False) -> Iterator[Sequence[object]]:
    """The speed of a training step at the final sizes, for each size of a batch."""
    translator = load(MODEL)
    size = translator.tokenizer.size
    config = preset("tiny", vocabulary_size=size) if quick else recipe_sizes(size)
    pairs = EncodedPairs.of(encode_pairs(natural_pairs()[: 500 if quick else None], translator.tokenizer, 256))
    for batch_tokens in (300, 600) if quick else BATCHES:
        torch.manual_seed(1)
        options = TrainingConfig(
            batch_tokens=batch_tokens, optimizer="muon", rounds=1, bfloat16=multiplies_bfloat16(device)
        )
        trainer = Trainer(Transformer(config).to(device), options)
        if compiled:
            trainer.objective.compile(dynamic=True, backend="eager" if quick else "inductor")
        epoch = make_sampler(PreparedCorpus(translator.tokenizer, [(pairs, 1.0)], {}), options, 256).epoch(0, device)
        steps, tokens, begun = 0, 0, 0.0
        for number, batch in enumerate(cycle(epoch)):
            if number == (2 if quick else WARM_UP):
                _wait(device)
                begun = time.perf_counter()
            update = trainer.update(batch, 1e-4)
            if begun:
                steps, tokens = steps + 1, tokens + update.target_tokens
                if steps == (2 if quick else 200) or time.perf_counter() - begun > 6:
                    break
        _wait(device)
        seconds = time.perf_counter() - begun
        yield f"{batch_tokens:,}", f"{tokens / seconds:,.0f}", f"{1000 * seconds / steps:.1f}"


def decoding(device: torch.device, quick: bool) -> Iterator[Sequence[object]]:
    """The speed of greedy decoding and of beam search over our own sentences."""
    translator = load(MODEL, device)
    sources = [translator.read(pair.source).ids for pair in natural_pairs()[:: 8_000 if quick else 30]]
    for strategy in (Greedy(), Beam(5)):
        for size in (4,) if quick else (64, 512):
            decode_sorted(translator.model, sources[:size], strategy, size)
            begun, tokens = time.perf_counter(), 0
            for first in range(0, len(sources), size):
                found = decode_sorted(translator.model, sources[first : first + size], strategy, size)
                tokens += sum(len(each.tokens) for each in found)
                if time.perf_counter() - begun > 6:
                    break
            yield strategy.label, size, f"{tokens / (time.perf_counter() - begun):,.0f}"


def recipe(options: argparse.Namespace, ends: float) -> Iterator[Sequence[object]]:
    """Build the recipe until `ends`."""
    name = Path(options.recipe).stem
    origin = RECIPES / f"{name}.toml" if options.recipe == name else Path(options.recipe)
    folder: Path = options.runs
    folder.mkdir(parents=True, exist_ok=True)
    trained, place = folder / f"{name}.toml", folder / name
    trained.write_text(without_evaluation(origin.read_text(encoding="utf-8")), encoding="utf-8")
    command = [sys.executable, "-m", "transformer", "build", str(trained), "--out", str(place)]
    command += ["--data", str(options.data)] if options.data else []
    with (folder / f"{name}.log").open("a", encoding="utf-8") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        while process.poll() is None and time.monotonic() < ends:
            time.sleep(0.5)
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
    yield "all", f"exit status {process.returncode}"
    for stage in sorted(place.glob("*-*/")):
        lines = (stage / "log.csv").read_text(encoding="utf-8").splitlines() if (stage / "log.csv").exists() else []
        yield stage.name, "; ".join(lines[:1] + lines[-1:])


def without_evaluation(text: str) -> str:
    """A recipe without its stages of the kind evaluate, which need packages that a GPU's machine may lack."""
    first, *stages = re.split(r"(?m)^(?=\[\[stage\]\])", text)
    return first + "".join(stage for stage in stages if 'kind = "evaluate"' not in stage)


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


if __name__ == "__main__":
    main()
