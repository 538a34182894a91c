"""Training speed beside Hugging Face: the same architecture, data, batches and cores, in one run.

    python -m benchmarks.training_speed --corpus multi30k --data data      # writes benchmarks/training_speed.md

Target tokens a second. Each contestant trains in a fresh process of its own, in turn, for some rounds: Glassformer with
its `Trainer`, and Marian of Hugging Face transformers with its `Seq2SeqTrainer`, sentences grouped by length, in
bfloat16 and in float32. Both see batches of about as many target tokens, with label smoothing of 0.1, dropout, and
gradients clipped to length 1. It needs `pip install -c constraints.txt '.[benchmark]'`.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from benchmarks.marian import marian_like
from benchmarks.timing import measured_on, median
from transformer import load
from transformer.corpora import load_mixture, parse_mixture
from transformer.corpora.encoding import EncodedPair, encode_pairs
from transformer.devices import multiplies_bfloat16
from transformer.model.config import ModelConfig, preset
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD, START
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.batching import make_sampler
from transformer.training.config import TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.schedule import learning_rate
from transformer.training.trainer import Trainer

RESULTS = Path(__file__).with_suffix(".md")
CONTESTANTS = {
    "adam": "Glassformer, Adam",
    "muon": "Glassformer, Muon",
    "marian-bfloat16": "Marian with its Trainer, bfloat16",
    "marian-float32": "Marian with its Trainer, float32",
}
BATCH_TOKENS = 3_000
WARM_UP = 8.0  # seconds that are not counted


class Clock:
    """Counts target tokens from the end of the warm-up on.

    Args:
        seconds: to count for.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._begun = time.perf_counter()
        self._counting_since = 0.0
        self._tokens = 0

    def step(self, target_tokens: int) -> bool:
        """Take note of an update; whether the time is over."""
        now = time.perf_counter()
        if not self._counting_since:
            if now - self._begun > WARM_UP:
                self._counting_since = now
            return False
        self._tokens += target_tokens
        self._last = now
        return now - self._counting_since > self.seconds

    @property
    def speed(self) -> float:
        """Target tokens a second."""
        return self._tokens / (self._last - self._counting_since)


def glassformer(
    config: ModelConfig, tokenizer: SubwordTokenizer, pairs: list[EncodedPair], optimizer: Any, seconds: float
) -> float:
    """Target tokens a second of this project's trainer."""
    options = TrainingConfig(
        steps=10**6,
        batch_tokens=BATCH_TOKENS,
        optimizer=optimizer,
        bfloat16=multiplies_bfloat16(torch.device("cpu")),
    )
    trainer, clock = Trainer(Transformer(config), options), Clock(seconds)
    sampler = make_sampler(PreparedCorpus(tokenizer, [(pairs, 1.0)], {}), options, config.max_length)
    for step, (_, _, batch) in enumerate(sampler.batches(0), start=1):
        update = trainer.update(batch, learning_rate(step, options, config.d_model))
        if clock.step(update.target_tokens):
            break
    return clock.speed


def marian(config: ModelConfig, pairs: Sequence[EncodedPair], bfloat16: bool, seconds: float) -> float:
    """Target tokens a second of Marian with Hugging Face's trainer."""
    from torch.nn.utils.rnn import pad_sequence
    from transformers import Seq2SeqTrainer, Seq2SeqTrainingArguments, TrainerCallback

    model = marian_like(config)
    clock = Clock(seconds)
    counted = 0

    def collate(rows: list[dict[str, list[int]]]) -> dict[str, torch.Tensor]:
        nonlocal counted
        sources, targets = ([torch.tensor(row[side]) for row in rows] for side in ("input_ids", "labels"))
        labels = pad_sequence(targets, batch_first=True, padding_value=-100)
        counted = int((labels != -100).sum())
        source = pad_sequence(sources, batch_first=True, padding_value=PAD)
        # With label smoothing the trainer computes the loss itself and does not let the model shift the labels.
        shifted = pad_sequence([torch.tensor([START, *row["labels"][:-1]]) for row in rows], True, PAD)
        return {
            "input_ids": source,
            "attention_mask": (source != PAD).long(),
            "decoder_input_ids": shifted,
            "labels": labels,
        }

    class Ending(TrainerCallback):
        def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            control.should_training_stop = clock.step(counted)

    mean_target = sum(len(pair.target) - 1 for pair in pairs) / len(pairs)
    with tempfile.TemporaryDirectory() as folder:
        Seq2SeqTrainer(
            model=model,
            args=Seq2SeqTrainingArguments(
                output_dir=folder,
                per_device_train_batch_size=round(BATCH_TOKENS / mean_target),
                train_sampling_strategy="group_by_length",
                max_steps=10**6,
                learning_rate=1e-3,
                label_smoothing_factor=0.1,
                max_grad_norm=1.0,
                bf16=bfloat16,
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
    return clock.speed


def measure(contestant: str, options: argparse.Namespace) -> float:
    """Train one contestant in this process."""
    torch.set_num_threads(options.threads)
    torch.manual_seed(1)
    tokenizer = load(options.model).tokenizer
    config = preset("small", vocabulary_size=tokenizer.size)
    mixture = load_mixture(parse_mixture(options.corpus), "fr", options.data)
    pairs = [pair for part, _ in mixture for pair in encode_pairs(part, tokenizer, config.max_length)]
    if contestant.startswith("marian"):
        return marian(config, pairs, contestant.endswith("bfloat16"), options.seconds)
    return glassformer(config, tokenizer, pairs, contestant, options.seconds)


def main() -> None:
    """Measure all in turn, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default="everyday-natural", help="what to train on (default: everyday-natural)")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora")
    parser.add_argument("--model", default="en-fr", help="whose vocabulary to use")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--seconds", type=float, default=30.0, help="each contestant's time in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=CONTESTANTS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        print(json.dumps(measure(options.only, options)))
        return
    speeds: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    command = [sys.executable, "-m", "benchmarks.training_speed", *sys.argv[1:]]
    for _ in range(options.rounds):
        for name, found in speeds.items():
            output = subprocess.run([*command, "--only", name], stdout=subprocess.PIPE, text=True, check=True).stdout
            found.append(float(output.splitlines()[-1]))
            print(f"{CONTESTANTS[name]}: {found[-1]:,.0f}", flush=True)
    best = max(median(speeds["marian-bfloat16"]), median(speeds["marian-float32"]))
    torch.set_num_threads(options.threads)
    lines = [
        "# Training speed",
        "",
        f"`python -m benchmarks.training_speed {' '.join(sys.argv[1:])}`: target tokens a second, median and range of "
        f"{options.rounds} rounds of {options.seconds:g} s; preset small, 3 + 3 layers, batches of {BATCH_TOKENS:,} "
        f"tokens. {measured_on()}.",
        "",
        "| who | tokens a second | range | against the faster Marian |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, found in speeds.items():
        middle = median(found)
        lines.append(
            f"| {CONTESTANTS[name]} | {middle:,.0f} | {min(found):,.0f} to {max(found):,.0f} | {middle / best:.2f} |"
        )
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
