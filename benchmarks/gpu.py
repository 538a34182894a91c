"""A GPU beside the CPU, and a recipe trained on it: one run of at most ten minutes.

    python -m benchmarks.gpu --recipe en-fr --data data      # writes benchmarks/gpu.md and runs/gpu/en-fr
    python -m benchmarks.gpu --quick                         # everything in miniature, as a test, on any machine

It measures, one after the other: whether the GPU computes what the CPU does; target tokens a second of a training step;
tokens a second of decoding in batches; then it builds the recipe with larger batches and fewer steps, so that the model
sees as many tokens. What time is left goes to torch.compile. A part that fails says so in the table, and the next one
begins. The same command continues a build and measures nothing else. A folder that $OUT names gets the table, every
finished stage, the recipe and the build's log.

That machine needs PyTorch from 2.11 on and the packages of the library, but neither Streamlit and Plotly nor sentencex
and sacremoses. Stages of the kind `evaluate` need those two and run elsewhere: unpack the stages from $OUT into a
folder, and `build` the recipe from $OUT with that folder as --out.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from pathlib import Path

import torch

from benchmarks.timing import measured_on, options_of, table
from transformer import load
from transformer.attribution.methods import METHODS
from transformer.attribution.question import ask
from transformer.corpora.encoding import EncodedPairs, encode_pairs
from transformer.corpora.everyday import held_out_sentences, natural_pairs
from transformer.decoding.batches import decode_sorted
from transformer.decoding.strategies import Beam, Greedy
from transformer.devices import choose_device, machine, multiplies_bfloat16
from transformer.model.config import preset
from transformer.model.transformer import Transformer
from transformer.training.batching import make_sampler
from transformer.training.config import TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.recipes import RECIPES, read_recipe
from transformer.training.trainer import Trainer

RESULTS = Path(__file__).with_suffix(".md")
MODEL = "en-fr"
BOUNDS = {"logits": 1e-3, "attention": 1e-4, "attributions": 1e-3}  # float32, sums in another order
BATCHES = (4_000, 16_000, 64_000)  # tokens of a training step
ROOT = Path(__file__).parents[1]
FASTER = 4  # times the recipe's batch, and as many times fewer steps
RESERVED = 200  # seconds of a build that aren't training steps: reading, validating, its own translations
LEAST_TO_COMPILE = 100  # seconds


class Table:
    """The report: every part is written as soon as it is there."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.parts: list[str] = []
        self._paths = paths

    def add(self, title: str, columns: Sequence[str], measure: Callable[[], Iterator[Sequence[object]]]) -> None:
        """Add a part, row by row; an error ends it with a row of its own."""
        rows: list[Sequence[object]] = []
        begun = time.monotonic()
        try:
            for row in measure():
                rows.append(row)
                print(*row, flush=True)
        except Exception as error:  # the machine is lent for minutes: what remains must still be measured
            rows.append((f"failed: {type(error).__name__}: {error}".replace("\n", " ").replace("|", "/")[:300],))
            print(*rows[-1], flush=True)
        rows = [(*row, *[""] * (len(columns) - len(row))) for row in rows]
        self.parts += [f"## {title}", "", *table(columns, rows), f"{time.monotonic() - begun:.0f} s.", ""]
        self.write()

    def write(self) -> None:
        """Write all parts so far."""
        intro = f"`python -m benchmarks.gpu`: {machine(choose_device())}; the CPU beside it: {measured_on()}."
        for path in self._paths:
            path.write_text("\n".join(["# On a GPU", "", intro, "", *self.parts]).rstrip() + "\n", encoding="utf-8")


def main() -> None:
    """Measure every part in turn."""
    options = _options()
    ends = time.monotonic() + 60 * options.minutes
    device = choose_device()
    out = Path(os.environ["OUT"]) if os.environ.get("OUT") else None
    report = Table([*([] if options.quick else [RESULTS]), *([out / "gpu.md"] if out else [])])
    speeds: dict[int, float] = {}
    if not (options.recipe and (options.runs / Path(options.recipe).stem).exists()):  # else it continues that build
        report.add(
            "Training, target tokens a second",
            ("tokens in a batch", "tokens a second", "ms a step"),
            lambda: training(device, options.quick, speeds),
        )
        report.add(
            "Decoding in batches, tokens a second",
            ("search", "sentences in a batch", "tokens a second"),
            lambda: decoding(device, options.quick),
        )
        report.add(
            "The GPU beside the CPU",
            ("what", "largest difference", "bound", "kept"),
            lambda: same_numbers(device, 1 if options.quick else 20),
        )
    if options.recipe:
        report.add(
            f"The recipe {Path(options.recipe).stem}",
            ("stage", "what its log says last"),
            lambda: recipe(options, ends - 15, speeds.get(BATCHES[1], 0.0), out),
        )
    if options.quick or (device.type == "cuda" and ends - time.monotonic() > LEAST_TO_COMPILE):
        report.add(
            "With torch.compile",
            ("tokens in a batch", "tokens a second", "ms a step"),
            lambda: training(device, options.quick, {}, compiled=True),
        )


def _options() -> argparse.Namespace:
    parser = options_of(__doc__)
    parser.add_argument("--recipe", help="what to build: a recipe's name or file (default: nothing)")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora")
    parser.add_argument("--runs", type=Path, default=ROOT / "runs/gpu", help="folder of builds (default: runs/gpu)")
    parser.add_argument("--minutes", type=float, default=9.5, help="for everything (default: 9.5)")
    parser.add_argument("--fit", action="store_true", help="shorten every stage, so that the build ends in time")
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


def training(
    device: torch.device, quick: bool, speeds: dict[int, float], compiled: bool = False
) -> Iterator[Sequence[object]]:
    """The speed of a training step at the final sizes, for each size of a batch; also put into `speeds`."""
    translator = load(MODEL)
    sizes = {"vocabulary_size": translator.tokenizer.size}
    config = preset("tiny", **sizes) if quick else preset("small", encoder_layers=6, d_ff=768, dropout=0.1, **sizes)
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
            if number == min(8, len(epoch)):
                _wait(device)
                begun = time.perf_counter()
            update = trainer.update(batch, 1e-4)
            if begun:
                steps, tokens = steps + 1, tokens + update.target_tokens
                if steps == (2 if quick else 200) or time.perf_counter() - begun > 6:
                    break
        _wait(device)
        seconds = time.perf_counter() - begun
        speeds[batch_tokens] = tokens / seconds
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


def recipe(options: argparse.Namespace, ends: float, speed: float, out: Path | None) -> Iterator[Sequence[object]]:
    """Build the recipe until `ends`, and put every finished stage into `out`."""
    name = Path(options.recipe).stem
    origin = RECIPES / f"{name}.toml" if options.recipe == name else Path(options.recipe)
    folder: Path = options.runs
    text = with_larger_batches(origin.read_text(encoding="utf-8"))
    whole, trained = folder / f"{name}.toml", folder / "trained" / f"{name}.toml"
    trained.parent.mkdir(parents=True, exist_ok=True)
    whole.write_text(text, encoding="utf-8")
    trained.write_text(without_evaluation(text), encoding="utf-8")
    fitted = folder / f"{name}.length"  # the same when the build continues
    if not fitted.exists():
        share = fitting_length(trained, speed, ends - time.monotonic()) if options.fit else 1.0
        fitted.write_text(f"{share:g}", encoding="ascii")
    length = float(fitted.read_text(encoding="ascii"))
    place = folder / name
    command = [sys.executable, "-m", "transformer", "build", str(trained), "--out", str(place)]
    command += ["--length", f"{length:g}", *(["--data", str(options.data)] if options.data else [])]
    with (folder / f"{name}.log").open("a", encoding="utf-8") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT)
        packed: set[str] = set()
        while process.poll() is None and time.monotonic() < ends:
            time.sleep(0.5)
            pack(place, out, packed)
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
    pack(place, out, packed)
    yield "length", f"{length:g}, batches times {FASTER}, exit status {process.returncode}"
    for stage in sorted(place.glob("*-*/")):
        lines = (stage / "log.csv").read_text(encoding="utf-8").splitlines() if (stage / "log.csv").exists() else []
        yield stage.name, "; ".join(lines[:1] + lines[-1:])
    if out:
        (out / f"{name}.toml").write_bytes(whole.read_bytes())
        (out / f"{name}.log").write_bytes((folder / f"{name}.log").read_bytes()[-1_000_000:])


def with_larger_batches(text: str) -> str:
    """A recipe in the same number of tokens: larger batches, fewer steps, and a somewhat higher learning rate.

    Adam's rate is often scaled by the batch's square root (Malladi et al. 2022, arXiv 2205.10287). We take the root of
    that, which lies between this and none; neither was tried.
    """

    def scaled(match: re.Match[str]) -> str:
        option, value = match.groups()
        if option == "batch_tokens":
            return f"{option} = {int(value) * FASTER}"
        if option == "peak":
            return f"{option} = {float(value) * FASTER**0.25:.2g}"
        return f"{option} = {max(1, round(int(value) / FASTER))}"

    return re.sub(r"(?m)^(batch_tokens|peak|steps|warmup|validate_every) = ([\d.e-]+)$", scaled, text)


def without_evaluation(text: str) -> str:
    """A recipe without its stages of the kind evaluate, which need packages that a GPU's machine may lack."""
    first, *stages = re.split(r"(?m)^(?=\[\[stage\]\])", text)
    return first + "".join(stage for stage in stages if 'kind = "evaluate"' not in stage)


def fitting_length(path: Path, speed: float, seconds: float) -> float:
    """The share of a recipe's steps that fits into these seconds at this many target tokens a second."""
    trained = [stage.options for stage in read_recipe(path).stages if stage.kind == "train"]
    tokens = sum(int(str(each["steps"])) * int(str(each["batch_tokens"])) for each in trained if "risk" not in each)
    return min(1.0, max(0.01, round((seconds - RESERVED) * speed / tokens, 2)))


def pack(place: Path, out: Path | None, packed: set[str]) -> None:
    """Put each finished stage that isn't there yet into `out`, without the state from which it would resume."""
    if out is None:
        return
    for record in place.glob("*/stage.json"):
        stage = record.parent
        if stage.name not in packed and '"finished": true' in record.read_text(encoding="utf-8"):
            with tarfile.open(out / f"{place.name}-{stage.name}.tar.gz", "w:gz") as archive:
                for path in sorted(stage.rglob("*")):
                    if path.is_file() and not re.match(r"state|checkpoint|\.", path.name):
                        archive.add(path, path.relative_to(place))
            packed.add(stage.name)


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize()


if __name__ == "__main__":
    main()
