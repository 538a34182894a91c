"""What single changes bring, on the dev part: the rows about changes in `benchmarks/quality.md`.

    python -m benchmarks.quality_changes --data data --runs runs/changes --only muon,dropout --seeds 1,2

trains pairs of short runs on Multi30k that differ in one thing; an interrupted measurement goes on.
"""

import argparse
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import torch

from benchmarks.quality_record import CHANGES, read_record, write_record
from benchmarks.timing import options_of
from transformer import load
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
    "dropout": Change("dropout 0.3 instead of 0.1", {**MUON, "dropout": 0.1}, MUON),
    "smoothing": Change("label smoothing 0.1 instead of none", {**MUON, "label_smoothing": 0.0}, MUON),
    "vocabulary": Change("vocabulary 6,000 instead of 3,000", {**MUON, "vocabulary_size": 3_000}, MUON),
    "depth": Change("6 + 4 layers of width 120 instead of 4 + 3 of width 144", MUON, {**MUON, **DEEP}),
}


def main() -> None:
    """Train, measure, and write a row for each change that was asked for."""
    parser = options_of(__doc__)
    parser.add_argument("--data", type=Path, help="folder of the downloaded corpora")
    parser.add_argument("--runs", type=Path, required=True, help="folder for the trainings, outside the repository")
    parser.add_argument("--only", default=",".join(TRIED), help="which of them, separated by commas")
    parser.add_argument("--target", default="fr", choices=["fr", "de"])
    parser.add_argument("--steps", type=int, default=600)
    parser.add_argument("--seeds", default="1", help="separated by commas")
    options = parser.parse_args()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    for name in options.only.split(","):
        change = TRIED[name]
        before, after = (
            sum(short_run_bleu(options, changed, seed) for seed in seeds) / len(seeds)
            for changed in (change.before, change.after)
        )
        keep_row(
            {
                "change": change.words,
                "measure": f"Multi30k en-{options.target} dev, greedy",
                "before": round(before, 2),
                "after": round(after, 2),
                "seeds": ", ".join(map(str, seeds)),
                "length": f"{options.steps} steps",
            }
        )


def keep_row(row: dict[str, Any]) -> None:
    """Put a row into the record, in the place of an earlier measurement of the same, and write the table."""
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
    return float(evaluate_corpus(load(folder / "model"), "multi30k", "dev", 1, 1.0, options.data)["bleu"])


if __name__ == "__main__":
    main()
