"""The models from before the Transformer and a Transformer trained as long, measured side by side, and kept in a file.

`assets/before/measured.json` holds for each of them its fingerprint, sizes, training, scores, BLEU by length, the reach
of its gradients, and times. `python -m transformer predecessors` writes it.
"""

import csv
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from transformer.analysis.evaluation.joined import LengthScore
from transformer.analysis.measures.gradient_reach import Reach
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Greedy
from transformer.errors import GlassformerError
from transformer.files import read_json, write_atomically
from transformer.model.folder import COMPARISON_MODELS, FINGERPRINT, find_model, weights_fingerprint
from transformer.translator import Translator

FILE = "measured.json"  # beside the models' folders
# In the order in which they were invented.
PREDECESSORS = ("en-fr-gru", "en-fr-gru-backwards", "en-fr-bahdanau", "en-fr-same-time")
LENGTHS_TIMED = (5, 10, 20, 40, 80)  # tokens read, and as many written
_ROUNDS = 3


@dataclass(frozen=True)
class Duration:
    """How long a sentence takes on one core, the fastest of several times.

    Attributes:
        tokens: read, and as many written. read: milliseconds of the encoder. written: of greedy decoding behind it.
    """

    tokens: int
    read: float
    written: float


@dataclass(frozen=True)
class CurvePoint:
    """A training at one moment.

    Attributes:
        step: of the training. seconds: on one idle core until then. target_tokens: learned from until then.
        dev_loss: nats per held-out token.
        dev_bleu: of greedy decoding, mean over the corpora.
    """

    step: int
    seconds: float
    target_tokens: int
    dev_loss: float
    dev_bleu: float


@dataclass(frozen=True)
class Predecessor:
    """What was measured on one model.

    Attributes:
        name: of its folder. parameters: in total.
        seconds_a_step: of training on one idle core. tokens_a_second: of the target, likewise.
        steps: of the training. scores: of the model's card, each with corpus, split, decoding and BLEU.
        alignment_error: of its cross-attention on the everyday grammar, of the best layer; None without one.
        by_length: BLEU of joined captions. reach: of its gradients. durations: of one sentence. curve: of its training.
    """

    name: str
    parameters: int
    seconds_a_step: float
    tokens_a_second: float
    steps: int
    scores: tuple[dict[str, Any], ...]
    alignment_error: float | None
    by_length: tuple[LengthScore, ...]
    reach: tuple[Reach, ...]
    durations: tuple[Duration, ...]
    curve: tuple[CurvePoint, ...]


@torch.no_grad()
def measure_durations(translator: Translator[Any], lengths: Sequence[int] = LENGTHS_TIMED) -> list[Duration]:
    """Time a sentence of each length: any tokens, for what they say is of no account."""
    rows = []
    for tokens in lengths:
        source = torch.arange(tokens).remainder(translator.model.config.vocabulary_size - 10).add(10).tolist()
        options = SearchOptions(max_length=tokens, prefixes=[source])  # it may not end before
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
    """The validations in the log of a training.

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
            float(row["dev_bleu"]),
        )
        for row in rows
        if row["dev_loss"]
    ]


def save_predecessors(measured: Sequence[Predecessor], folder: Path = COMPARISON_MODELS) -> Path:
    """Write what was measured, with the fingerprint of each model's weights.

    Raises:
        GlassformerError: if it cannot be written.
    """
    models = [{FINGERPRINT: weights_fingerprint(find_model(each.name)), **asdict(each)} for each in measured]
    path = folder / FILE
    write_atomically(path, (json.dumps({"models": models}, indent=1) + "\n").encode())
    return path


def load_predecessors(folder: Path = COMPARISON_MODELS) -> dict[str, Predecessor]:
    """What was measured, by the models' names; without those whose weights are no longer the ones measured."""
    try:
        models = read_json(folder / FILE)["models"]
        read = [(values.pop(FINGERPRINT), _predecessor(values)) for values in models]
        return {each.name: each for sha256, each in read if sha256 == weights_fingerprint(find_model(each.name))}
    except (OSError, ValueError, KeyError, TypeError, GlassformerError):
        return {}


def _predecessor(values: dict[str, Any]) -> Predecessor:
    kinds = {"by_length": LengthScore, "reach": Reach, "durations": Duration, "curve": CurvePoint, "scores": dict}
    lists = {name: tuple(kind(**each) for each in values[name]) for name, kind in kinds.items()}
    return Predecessor(**{**values, **lists})
