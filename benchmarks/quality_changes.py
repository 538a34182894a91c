"""What single changes bring, on the dev part: the rows about changes in `benchmarks/quality.md`.

    python -m benchmarks.quality_changes --data data --runs runs/changes --only muon,pieces --seeds 1,2

trains pairs of short runs on Multi30k that differ in one thing; an interrupted measurement goes on.

    python -m benchmarks.quality_changes --data data --stage 'more captions' runs/before/model runs/after/model

compares two models, such as those before and after a stage.

    python -m benchmarks.quality_changes --data data --averaging runs/en-de

compares a run's last checkpoint with the mean of its checkpoints.
"""

import argparse
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load as load_tensors

from benchmarks.quality_record import CHANGES, read_record, write_record
from benchmarks.timing import options_of
from transformer import Translator, load
from transformer.commands.evaluate import evaluate_corpus
from transformer.commands.progress_bar import ProgressBar
from transformer.corpora import Direction, parse_mixture
from transformer.devices import multiplies_bfloat16
from transformer.model.config import preset
from transformer.model.folder import CONFIG_FILE
from transformer.training.config import TrainingConfig
from transformer.training.run import RunOptions, run_training

MODEL: dict[str, Any] = {
    "vocabulary_size": 6_000,
    "encoder_layers": 4,
    "decoder_layers": 3,
    "d_model": 144,
    "heads": 4,
    "d_ff": 432,
    "dropout": 0.3,
}
TRAINING = {"warmup": 100, "peak": 3e-3, "batch_tokens": 4_000, "average": 1, "hasty_share": 0.0}


@dataclass(frozen=True)
class Change:
    """Two trainings that differ in one thing, by their differences from MODEL and TRAINING."""

    words: str
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)


MUON = {"optimizer": "muon"}
DEEP = {"encoder_layers": 6, "decoder_layers": 4, "d_model": 120, "d_ff": 360}
TRIED = {
    "muon": Change("Muon instead of Adam for the matrices inside the layers", {}, MUON),
    "pieces": Change("piece dropout 0.1 instead of none", MUON, {**MUON, "piece_dropout": 0.1}),
    "dropout": Change("dropout 0.3 instead of 0.1", {**MUON, "dropout": 0.1}, MUON),
    "smoothing": Change("label smoothing 0.1 instead of none", {**MUON, "label_smoothing": 0.0}, MUON),
    "vocabulary": Change("vocabulary 6,000 instead of 3,000", {**MUON, "vocabulary_size": 3_000}, MUON),
    "depth": Change("6 + 4 layers of width 120 instead of 4 + 3 of width 144", MUON, {**MUON, **DEEP}),
    "batch": Change("batches of 4,000 tokens instead of 2,000", {**MUON, "batch_tokens": 2_000}, MUON),
}


def main() -> None:
    """Train or load, measure, and write the rows."""
    parser = options_of(__doc__)
    parser.add_argument("--data", type=Path, help="folder of the downloaded corpora")
    parser.add_argument("--runs", type=Path, help="folder for the short trainings, outside the repository")
    parser.add_argument("--only", default=",".join(TRIED), help="which of them, separated by commas")
    parser.add_argument("--target", default="fr", choices=["fr", "de"])
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--seeds", default="1", help="separated by commas")
    parser.add_argument("--stage", nargs=3, metavar=("CHANGE", "BEFORE", "AFTER"), help="words, and two model folders")
    parser.add_argument("--averaging", type=Path, metavar="RUN", help="folder of a run that is finished")
    options = parser.parse_args()
    if options.stage:
        words, before, after = options.stage
        compare_models(words, load(before), load(after), options.data)
    elif options.averaging:
        compare_averaging(options.averaging, options.data)
    elif options.runs:
        compare_short_runs(options)
    else:
        parser.error("give --runs, --stage or --averaging")


def compare_short_runs(options: argparse.Namespace) -> None:
    """A row for each change of `TRIED` that was asked for."""
    seeds = [int(seed) for seed in options.seeds.split(",")]
    for name in options.only.split(","):
        change = TRIED[name]
        before, after = (
            sum(short_run_bleu(options, changed, seed) for seed in seeds) / len(seeds)
            for changed in (change.before, change.after)
        )
        measure = f"Multi30k en-{options.target} dev, greedy"
        keep_row(change.words, measure, before, after, ", ".join(map(str, seeds)), f"{options.steps} steps")


def compare_models(words: str, before: Translator, after: Translator, data: Path | None) -> None:
    """A row for each dev set that the later model was trained for."""
    language, training = after.card["target_language"], after.card["training"]
    for corpus in (row["name"] for row in after.card["corpora"] if row["name"] in ("multi30k", "tatoeba")):
        first, second = (dev_bleu(model, corpus, data) for model in (before, after))
        measure = f"{corpus.capitalize()} en-{language} dev, greedy"
        keep_row(words, measure, first, second, str(training["seed"]), f"{training['steps']} steps")


def compare_averaging(run: Path, data: Path | None) -> None:
    """A row for each dev set about the mean of a run's checkpoints."""
    averaged = load(run / "model")
    count = averaged.card["training"]["averaged_checkpoints"]
    checkpoints = sorted(run.glob("checkpoint-*.safetensors"), key=lambda path: int(path.stem.partition("-")[2]))
    single = load(run / "model")
    single.model.load_state_dict(load_tensors(checkpoints[-1].read_bytes()), strict=False)
    compare_models(f"mean of {count} checkpoints instead of the last", single, averaged, data)


def keep_row(words: str, measure: str, before: float, after: float, seeds: str, length: str) -> None:
    """Put a row into the record, in the place of an earlier measurement of the same, and write the table."""
    row = {"change": words, "measure": measure, "before": round(before, 2), "after": round(after, 2)}
    row |= {"seeds": seeds, "length": length}
    record = read_record()
    same = ("change", "measure", "length")
    others = [each for each in record[CHANGES] if any(each[key] != row[key] for key in same)]
    record[CHANGES] = [*others, row]
    write_record(record)
    print(row)


def short_run_bleu(options: argparse.Namespace, changed: dict[str, Any], seed: int) -> float:
    """Greedy BLEU on the whole dev part after the training that these options describe."""
    model = {**MODEL, **{name: value for name, value in changed.items() if name in MODEL}}
    training = {**TRAINING, **{name: value for name, value in changed.items() if name not in MODEL}}
    config = TrainingConfig(
        **training,
        steps=options.steps,
        seed=seed,
        validate_every=options.steps,
        save_every=options.steps,
        bfloat16=multiplies_bfloat16(torch.device("cpu")),
    )
    name = sha256(repr((sorted(model.items()), config, options.target)).encode()).hexdigest()[:12]
    folder = options.runs / name
    if not (folder / "model" / CONFIG_FILE).exists():
        progress = ProgressBar(config.steps)
        mixture, direction = parse_mixture("multi30k"), Direction("en", options.target)
        described = RunOptions(mixture, folder, direction, options.data, resume=True, command=f"change {changed}")
        run_training(described, preset("small", **model), config, torch.device("cpu"), progress)
        progress.close()
    return dev_bleu(load(folder / "model"), "multi30k", options.data)


def dev_bleu(translator: Translator, corpus: str, data: Path | None) -> float:
    """Greedy sacreBLEU on a whole dev part."""
    return float(evaluate_corpus(translator, corpus, "dev", 1, 1.0, data)["bleu"])


if __name__ == "__main__":
    main()
