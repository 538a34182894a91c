"""Training speed: target tokens a second with either optimiser.

    python -m benchmarks.training_speed --corpus multi30k --data data      # writes benchmarks/training_speed.md

Each optimiser trains a fresh model in turn, for some rounds; the first seconds are not counted.
"""

import time
from pathlib import Path

import torch

from benchmarks.timing import median, options_of, table, write_report
from transformer import load
from transformer.corpora import load_mixture, parse_mixture
from transformer.corpora.encoding import EncodedPairs, encode_pairs
from transformer.devices import multiplies_bfloat16
from transformer.model.config import ModelConfig, preset
from transformer.model.transformer import Transformer
from transformer.training.batching import make_sampler
from transformer.training.config import OPTIMIZERS, OptimizerName, TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.schedule import learning_rate
from transformer.training.trainer import Trainer

RESULTS = Path(__file__).with_suffix(".md")
BATCH_TOKENS = 3_000
WARM_UP = 8.0  # seconds that are not counted


def main() -> None:
    """Measure both in turn, print and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("--corpus", default="everyday-natural", help="what to train on (default: everyday-natural)")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora")
    parser.add_argument("--model", default="en-fr", help="whose vocabulary to use")
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--seconds", type=float, default=30.0, help="of each optimiser in each round")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    tokenizer = load(options.model).tokenizer
    config = preset("small", vocabulary_size=tokenizer.size)
    mixture = load_mixture(parse_mixture(options.corpus), "fr", options.data)
    pairs = [pair for part, _ in mixture for pair in encode_pairs(part, tokenizer, config.max_length)]
    corpus = PreparedCorpus(tokenizer, [(EncodedPairs.of(pairs), 1.0)], {})
    speeds: dict[OptimizerName, list[float]] = {name: [] for name in OPTIMIZERS}
    for _ in range(options.rounds):
        for name, found in speeds.items():
            found.append(speed(config, corpus, name, options.seconds))
            print(f"{name}: {found[-1]:,.0f}", flush=True)
    intro = (
        f"`python -m benchmarks.training_speed --corpus {options.corpus}`: target tokens a second, median and range of "
        f"{options.rounds} rounds of {options.seconds:g} s; preset small, batches of {BATCH_TOKENS:,} tokens."
    )
    rows = [
        (name, f"{median(found):,.0f}", f"{min(found):,.0f} to {max(found):,.0f}") for name, found in speeds.items()
    ]
    write_report(RESULTS, "Training speed", intro, *table(("optimiser", "tokens a second", "range"), rows))


def speed(config: ModelConfig, corpus: PreparedCorpus, optimizer: OptimizerName, seconds: float) -> float:
    """Target tokens a second after the warm-up."""
    torch.manual_seed(1)
    options = TrainingConfig(
        steps=10**6,
        batch_tokens=BATCH_TOKENS,
        optimizer=optimizer,
        bfloat16=multiplies_bfloat16(torch.device("cpu")),
    )
    trainer = Trainer(Transformer(config), options)
    sampler = make_sampler(corpus, options, config.max_length)
    started, counted_from, tokens = time.perf_counter(), 0.0, 0
    for step, (_, _, batch) in enumerate(sampler.batches(0), start=1):
        update = trainer.update(batch, learning_rate(step, options, config.d_model))
        now = time.perf_counter()
        if counted_from:
            tokens += update.target_tokens
            if now - counted_from > seconds:
                return tokens / (now - counted_from)
        elif now - started > WARM_UP:
            counted_from = now
    raise SystemExit(f"The corpus is too small for {seconds:g} seconds of training.")


if __name__ == "__main__":
    main()
