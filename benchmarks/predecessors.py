"""The recurrent models beside a Transformer trained as long: what a step of each costs, and all that was measured.

    python -m benchmarks.predecessors --steps --data data    # seconds a step, for `python -m transformer predecessors`
    python -m benchmarks.predecessors                        # writes benchmarks/predecessors.md from measured.json

A step is timed in turn for all models, on the batches of the mixture that they were trained on, on one core, by the
processor's time; the median of the rounds counts.
"""

import argparse
import time
from pathlib import Path

import torch

from benchmarks.timing import measured_on, median
from transformer.corpora import parse_mixture
from transformer.devices import multiplies_bfloat16
from transformer.measures.predecessors import PREDECESSORS, Predecessor, load_predecessors
from transformer.model_folder import load_model
from transformer.recurrent.building import build, config_of
from transformer.training.batching import EpochSampler
from transformer.training.config import TrainingConfig
from transformer.training.prepared_corpus import EN_FR, encode_corpus, read_corpora
from transformer.training.trainer import Trainer

RESULTS = Path(__file__).with_suffix(".md")
MIXTURE = "everyday-grammar*0.4,everyday-natural*2,multi30k*1.5,tatoeba*2"
ROUNDS, STEPS_A_ROUND = 5, 12
TITLES = {
    "en-fr-gru": "fixed vector",
    "en-fr-gru-backwards": "fixed vector, read backwards",
    "en-fr-bahdanau": "Bahdanau's attention",
    "en-fr-same-time": "Transformer",
}


def seconds_a_step(data: Path | None) -> dict[str, float]:
    """The processor's seconds of one update of each model, on one core."""
    torch.set_num_threads(1)
    folders = {name: load_model(name) for name in PREDECESSORS}
    corpus = encode_corpus(
        read_corpora(parse_mixture(MIXTURE), EN_FR, data), folders[PREDECESSORS[0]].tokenizer, 256, 1
    )
    trainers = {}
    for name, folder in folders.items():
        options = TrainingConfig(
            optimizer=folder.card["training"]["optimizer"], bfloat16=multiplies_bfloat16(torch.device("cpu"))
        )
        trainers[name] = Trainer(build(config_of(folder.model)), options)
    batches = EpochSampler(corpus.parts, 3_000, 0.1, 1).batches(0)
    times: dict[str, list[float]] = {name: [] for name in trainers}
    for _ in range(ROUNDS + 1):
        chosen = [next(batches)[2] for _ in range(STEPS_A_ROUND)]
        for name, trainer in trainers.items():
            begun = time.process_time()
            for pairs in chosen:
                trainer.update(pairs, 1e-4)
            times[name].append((time.process_time() - begun) / STEPS_A_ROUND)
    return {name: round(median(each[1:]), 4) for name, each in times.items()}


def table(measured: dict[str, Predecessor]) -> str:
    """All that was measured, as Markdown."""
    models = list(measured.values())
    titles = [TITLES[each.name] for each in models]
    lengths = [f"{each.mean_words:.0f} words" for each in models[0].by_length]
    rows = [
        ["parameters", *(f"{each.parameters:,}" for each in models)],
        ["steps", *(f"{each.steps:,}" for each in models)],
        ["seconds a step, one core", *(f"{each.seconds_a_step:.3f}" for each in models)],
        ["minutes of training, one core", *(f"{each.steps * each.seconds_a_step / 60:.0f}" for each in models)],
        ["target tokens a second", *(f"{each.tokens_a_second:,.0f}" for each in models)],
        ["dev loss at the end, nats a token", *(f"{each.curve[-1].dev_loss:.3f}" for each in models)],
    ]
    for score in models[0].scores:
        name = f"{score['corpus']} {score['split']}, {score['decoding']}: BLEU"
        rows.append([name, *(_score(each, score) for each in models)])
    rows.append(["alignment error rate, everyday grammar", *(_share(each.alignment_error) for each in models)])
    for number, length in enumerate(lengths):
        rows.append([f"joined captions, {length}: BLEU", *(f"{each.by_length[number].bleu:.1f}" for each in models)])
    for number, duration in enumerate(models[0].durations):
        name = f"{duration.tokens} tokens read + as many written, ms"
        times = [each.durations[number] for each in models]
        rows.append([name, *(f"{each.read:.1f} + {each.written:.1f}" for each in times)])
    for distance in (3, 10, 20, 30):
        name = f"gradient {distance} steps away, nats per unit"
        rows.append([name, *(_reach(each, distance) for each in models)])
    head = ["", *titles]
    lines = [head, ["---", *["---:"] * len(titles)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _score(model: Predecessor, like: dict[str, object]) -> str:
    same = ("corpus", "split", "decoding")
    found = next((each for each in model.scores if all(each[key] == like[key] for key in same)), None)
    return "" if found is None else f"{found['bleu']:.2f}"


def _share(rate: float | None) -> str:
    return "" if rate is None else f"{100 * rate:.1f} %"


def _reach(model: Predecessor, distance: int) -> str:
    return next((f"{each.gradient:.4f}" for each in model.reach if each.distance == distance), "")


def main() -> None:
    """Time the steps, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", action="store_true", help="measure the seconds of a step")
    parser.add_argument("--data", type=Path, help="folder of downloaded corpora")
    options = parser.parse_args()
    if options.steps:
        found = seconds_a_step(options.data)
        print("--seconds-a-step " + ",".join(f"{name}={value}" for name, value in found.items()))
        return
    measured = load_predecessors()
    signature = next(iter(measured.values())).by_length[0].signature
    RESULTS.write_text(
        "# Before the Transformer\n\n"
        "Written by `python -m benchmarks.predecessors` from `assets/before/measured.json`,\n"
        f"which `python -m transformer predecessors` measured.\n{measured_on()}\n\n"
        f"sacreBLEU: `{signature}`; joined captions by a beam of five. All learned from the same pairs:\n"
        f"`{MIXTURE}`.\n\n"
        f"{table(measured)}\n",
        encoding="utf-8",
    )
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
