"""Training speed next to Hugging Face: the same sizes, sentences and cores, batches of about as many tokens, in turn.

    python -m benchmarks.training_speed --data data    # writes benchmarks/training_speed.md

It measures target tokens a second on Multi30k, at the sizes of the recipe en-fr, each contestant in a process of its
own: this project's `Trainer`, and `MarianMTModel` of Hugging Face's transformers with its `Seq2SeqTrainer`,
sentences grouped by length. Both use label smoothing 0.1, the same dropout, gradients clipped to norm 1, and bfloat16
where the processor has it. Needs `pip install 'transformers>=5' accelerate`.
"""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import torch

from benchmarks.browsers.random_marian import random_marian
from benchmarks.timing import median, options_of, recipe_sizes, table, write_report
from transformer import load
from transformer.corpora import load_pairs
from transformer.corpora.encoding import EncodedPair, EncodedPairs, encode_pairs
from transformer.devices import multiplies_bfloat16
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD, START
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.batching import make_sampler
from transformer.training.config import OptimizerName, TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.trainer import Trainer

RESULTS = Path(__file__).with_suffix(".md")
CONTESTANTS = {"muon": "Glassformer, Muon", "adam": "Glassformer, Adam", "marian": "Marian with its Trainer, AdamW"}
WARM_UP = 8  # updates that aren't counted
RATE = 1e-4


class Clock:
    """Counts the target tokens of the updates after the warm-up, for so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.updates = self.tokens = 0
        self.begun = self.now = 0.0

    def step(self, target_tokens: int) -> bool:
        """Count an update; returns whether the time is over."""
        self.updates += 1
        self.now = time.perf_counter()
        if self.updates <= WARM_UP:
            self.begun = self.now
            return False
        self.tokens += target_tokens
        return self.now - self.begun > self.seconds

    @property
    def speed(self) -> float:
        """Target tokens a second."""
        return self.tokens / (self.now - self.begun)


def main() -> None:
    """Measure all in turn, and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("--data", type=Path, help="folder of the downloaded corpora")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--batch-tokens", type=int, default=4_000)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each contestant in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=CONTESTANTS, help="measure one in this process and print its speed")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    if options.only:
        print(_speed_of(options.only, options))
        return
    command = [sys.executable, "-m", "benchmarks.training_speed", *sys.argv[1:], "--only"]
    speeds: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    for _ in range(options.rounds):
        for name, found in speeds.items():
            output = subprocess.run([*command, name], stdout=subprocess.PIPE, text=True, check=True).stdout
            found.append(float(output.split()[-1]))
            print(f"{CONTESTANTS[name]}: {found[-1]:,.0f}", flush=True)
    rows = []
    for name, found in speeds.items():
        middle, least, most = median(found), min(found), max(found)
        times = middle / median(speeds["marian"])
        rows.append((CONTESTANTS[name], f"{middle:,.0f}", f"{least:,.0f} to {most:,.0f}", f"{times:.2f}"))
    sizes = recipe_sizes(load("en-fr").tokenizer.size)
    write_report(
        RESULTS,
        "Training speed",
        f"`python -m benchmarks.training_speed`: target tokens a second on Multi30k, {sizes.encoder_layers} + "
        f"{sizes.decoder_layers} layers of width {sizes.d_model}, batches of {options.batch_tokens:,} tokens, "
        f"{options.threads} thread{'' if options.threads == 1 else 's'}; median and range of {options.rounds} rounds "
        f"of {options.seconds:g} s.",
        *table(["who", "tokens a second", "range", "times Marian's"], rows),
    )


def _speed_of(contestant: str, options: argparse.Namespace) -> float:
    torch.manual_seed(1)
    tokenizer = load("en-fr").tokenizer
    pairs = encode_pairs(load_pairs("multi30k", "train", "fr", options.data), tokenizer, 256)
    clock = Clock(options.seconds)
    if contestant == "marian":
        _train_marian(tokenizer, pairs, options.batch_tokens, clock)
    else:
        _train_ours(tokenizer, pairs, cast(OptimizerName, contestant), options.batch_tokens, clock)
    return clock.speed


def _train_ours(
    tokenizer: SubwordTokenizer, pairs: list[EncodedPair], optimizer: OptimizerName, batch_tokens: int, clock: Clock
) -> None:
    config = TrainingConfig(
        batch_tokens=batch_tokens, optimizer=optimizer, bfloat16=multiplies_bfloat16(torch.device("cpu"))
    )
    trainer = Trainer(Transformer(recipe_sizes(tokenizer.size)), config)
    corpus = PreparedCorpus(tokenizer, [(EncodedPairs.of(pairs), 1.0)], {})
    for _, _, batch in make_sampler(corpus, config, 256).batches(0):
        if clock.step(trainer.update(batch, RATE).target_tokens):
            break


def _train_marian(tokenizer: SubwordTokenizer, pairs: list[EncodedPair], batch_tokens: int, clock: Clock) -> None:
    from transformers import Seq2SeqTrainer, Seq2SeqTrainingArguments, TrainerCallback

    counted = 0

    def collate(rows: list[dict[str, list[int]]]) -> dict[str, torch.Tensor]:
        nonlocal counted
        counted = sum(len(row["labels"]) for row in rows)
        source = _pad([row["input_ids"] for row in rows], PAD)
        return {
            "input_ids": source,
            "attention_mask": (source != PAD).long(),
            # With label smoothing, the trainer computes the loss and doesn't let the model shift the labels.
            "decoder_input_ids": _pad([[START, *row["labels"][:-1]] for row in rows], PAD),
            "labels": _pad([row["labels"] for row in rows], -100),
        }

    class Ending(TrainerCallback):
        def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            control.should_training_stop = clock.step(counted)

    mean_length = sum(len(pair.source) + len(pair.target) for pair in pairs) / (2 * len(pairs))
    with TemporaryDirectory() as folder:
        Seq2SeqTrainer(
            model=random_marian(recipe_sizes(tokenizer.size)),
            args=Seq2SeqTrainingArguments(
                output_dir=folder,
                per_device_train_batch_size=round(batch_tokens / mean_length),
                train_sampling_strategy="group_by_length",
                max_steps=10**6,
                learning_rate=RATE,
                label_smoothing_factor=0.1,
                max_grad_norm=1.0,
                bf16=multiplies_bfloat16(torch.device("cpu")),
                use_cpu=True,
                dataloader_pin_memory=False,
                save_strategy="no",
                logging_strategy="no",
                report_to=[],
                disable_tqdm=True,
            ),
            train_dataset=[{"input_ids": pair.source, "labels": pair.target[1:]} for pair in pairs],
            data_collator=collate,
            callbacks=[Ending()],
        ).train()


def _pad(rows: list[list[int]], value: int) -> torch.Tensor:
    return torch.nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True, padding_value=value)


if __name__ == "__main__":
    main()
