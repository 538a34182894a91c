"""The models from before the Transformer and a Transformer trained for the same time, measured side by side."""

import csv
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import torch

from transformer.analysis.evaluation.joined import LengthScore, score_by_length
from transformer.analysis.measures.gradient_reach import Reach, measure_reach
from transformer.corpora import Pair
from transformer.corpora.encoding import encode_pairs
from transformer.corpora.pairs import evenly
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Greedy
from transformer.errors import GlassformerError
from transformer.model.folder import comparison_models
from transformer.model.measurements import load_measurement
from transformer.model.translation_model import count_parameters
from transformer.translator import Translator

# In the order of their invention.
PREDECESSORS = ("en-fr-gru", "en-fr-gru-backwards", "en-fr-bahdanau", "en-fr-same-time")
ONE_STACK = "en-fr-one-stack"  # what came after them, measured in the same way
LENGTHS_TIMED = (5, 10, 20, 40, 80)  # tokens read, and as many written
WORDS_JOINED = (0, 20, 30, 40, 50, 60)  # of captions
_ROUNDS = 3


@dataclass(frozen=True)
class Duration:
    """How long a sentence takes on one core, the fastest of several times.

    Attributes:
        tokens: how many are read, and as many written. read: milliseconds in the encoder. written: in greedy decoding
            after it.
    """

    tokens: int
    read: float
    written: float


@dataclass(frozen=True)
class CurvePoint:
    """A training run at one moment.

    Attributes:
        step: of the training. seconds: on one idle core up to then. target_tokens: seen up to then.
        dev_loss: nats per held-out token.
    """

    step: int
    seconds: float
    target_tokens: int
    dev_loss: float


@dataclass(frozen=True)
class Predecessor:
    """What was measured on one model.

    Attributes:
        parameters: in total.
        seconds_a_step: of training on one idle core. tokens_a_second: of the target, likewise.
        steps: of the training. by_length: BLEU of joined captions. reach: of its gradients. durations: of one sentence.
        curve: of its training.
    """

    FILE: ClassVar[str] = "predecessor.json"
    parameters: int
    seconds_a_step: float
    tokens_a_second: float
    steps: int
    by_length: tuple[LengthScore, ...]
    reach: tuple[Reach, ...]
    durations: tuple[Duration, ...]
    curve: tuple[CurvePoint, ...]


def measure_predecessor(
    translator: Translator[Any],
    log: Path,
    seconds_a_step: float,
    captions: Sequence[Pair],
    held_out: Sequence[Pair],
    count: int = 100,
) -> Predecessor:
    """Measure one model.

    Args:
        log: of its training. seconds_a_step: of its training on one idle core.
        captions: English and French, joined to longer inputs. held_out: pairs whose gradients are measured.
        count: how many inputs of each length, and how many held-out pairs.

    Raises:
        GlassformerError: if the log cannot be read or contains no validation.
    """
    curve = read_curve(log, seconds_a_step)
    if not curve:
        raise GlassformerError(f"The training of {translator.name} has no validation in its log: it has just begun.")
    encoded = encode_pairs(evenly(held_out, count), translator.tokenizer, 256)
    return Predecessor(
        count_parameters(translator.model)["total"],
        seconds_a_step,
        round(curve[-1].target_tokens / curve[-1].seconds, 1),
        curve[-1].step,
        tuple(score_by_length(translator, captions, WORDS_JOINED, count)),
        tuple(measure_reach(translator.model, encoded)),
        tuple(measure_durations(translator)),
        tuple(curve),
    )


@torch.no_grad()
def measure_durations(translator: Translator[Any], lengths: Sequence[int] = LENGTHS_TIMED) -> list[Duration]:
    """Time a sentence of each length: any tokens, because the content does not matter."""
    rows = []
    for tokens in lengths:
        source = torch.arange(tokens).remainder(translator.model.config.vocabulary_size - 10).add(10).tolist()
        options = SearchOptions(max_length=tokens, prefixes=[source])  # it must not end earlier
        reading, whole = [], []
        for _ in range(_ROUNDS):
            begun = time.perf_counter()
            translator.model.encode(torch.tensor([source]))
            reading.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            Greedy().search(translator.model, [source], options)
            whole.append(time.perf_counter() - begun)
        read = 1000 * min(reading)
        rows.append(Duration(tokens, round(read, 2), round(max(0.0, 1000 * min(whole) - read), 2)))
    return rows


def read_curve(log: Path, seconds_a_step: float) -> list[CurvePoint]:
    """The validations in a training log.

    Raises:
        GlassformerError: if there is no such log.
    """
    try:
        rows = list(csv.DictReader(log.read_text(encoding="utf-8").splitlines()))
    except OSError as error:
        raise GlassformerError(f"{log} cannot be read: {error.strerror or error}.") from error
    return [
        CurvePoint(
            int(row["step"]),
            round(int(row["step"]) * seconds_a_step, 1),
            int(row["target_tokens"]),
            float(row["dev_loss"]),
        )
        for row in rows
        if row["dev_loss"]
    ]


def load_predecessors() -> dict[str, Predecessor]:
    """The measurements of all models, by name; except those whose weights have changed since."""
    found = {name: load_measurement(name, Predecessor) for name in PREDECESSORS if name in comparison_models()}
    return {name: measured for name, measured in found.items() if measured is not None}
