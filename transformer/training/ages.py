"""The weights of one model at several ages, from the untrained one to the last update.

`python -m transformer record run` makes the folder: the vocabulary, the configuration, and two files of weights, whose
tensors have the ages as their first dimension. Matrices have 8 bits.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.errors import GlassformerError
from transformer.files import read_json, write_together
from transformer.model.config import ModelConfig
from transformer.model.folder import CONFIG_FILE, TOKENIZER_FILE, ModelFolder, restore
from transformer.model.weights import COUNTS
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training import short_training
from transformer.training.prepared_corpus import EN_FR, PreparedCorpus
from transformer.translator import Translator

SUFFIX = "-ages"  # of the folder next to the recorded run
SHIPPED_AGES = short_training.RUNS / f"everyday-tiny{SUFFIX}"
COUNT = 10
AGES_FILE = "ages.json"
FILES = ("young.safetensors", "old.safetensors")  # the first half of the ages, and the rest
_FIRST_SHARE = 0.01  # of all updates: on a logarithmic scale the ages are equally far apart from there on


@dataclass(frozen=True)
class Ages:
    """What is known about each age.

    Attributes:
        steps: the updates before it; the first is 0.
        losses: per token of held-out pairs, in nats, with the weights that were kept.
        card: of the model.
    """

    steps: tuple[int, ...]
    losses: tuple[float, ...]
    card: Mapping[str, Any]


def age_steps(steps: int, count: int = COUNT) -> tuple[int, ...]:
    """At most `count` steps from 0 to the last, equally far apart in log(1 + step / s), s a hundredth of all."""
    first = _FIRST_SHARE * steps
    marks = (first * ((1 + 1 / _FIRST_SHARE) ** (index / (count - 1)) - 1) for index in range(count))
    return tuple(sorted({round(mark) for mark in marks}))


@dataclass(frozen=True)
class KeptAges:
    """The ages of a model that has just been trained.

    Attributes:
        ages: what is known about them.
        config, tokenizer: of the model. counts: (V), how often each token occurs in the training sources.
        weights: of each age, as `compress` made them.
    """

    ages: Ages
    config: ModelConfig
    tokenizer: SubwordTokenizer = field(repr=False)
    counts: Tensor = field(repr=False)
    weights: Sequence[Mapping[str, Tensor]] = field(repr=False)


def describe_ages(prepared: PreparedCorpus, config: ModelConfig, kept: Mapping[int, Mapping[str, Tensor]]) -> KeptAges:
    """Measure what was kept: the weights in few bits, which are those that will be read again.

    Args:
        kept: the weights by the number of updates before them.
    """
    held_out = short_training.held_out_pairs(prepared)
    losses = tuple(mean_loss(restore(config, weights), held_out) for weights in kept.values())
    card = {
        "source_language": EN_FR.source,
        "target_language": EN_FR.target,
        "longest_usual_source": prepared.longest_usual_source,
    }
    ages = Ages(tuple(kept), losses, card)
    return KeptAges(ages, config, prepared.tokenizer, prepared.source_token_counts, tuple(kept.values()))


def save_ages(folder: Path, kept: KeptAges) -> None:
    """Write the folder.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to.
    """
    half = _half(kept.ages)
    young, old = (_stack(some) for some in (kept.weights[:half], kept.weights[half:]))
    young[COUNTS] = kept.counts.clamp(max=torch.iinfo(torch.int16).max).to(torch.int16)  # only rare ones matter
    write_together(
        {
            folder / CONFIG_FILE: json.dumps(kept.config.to_dict()).encode(),
            folder / TOKENIZER_FILE: kept.tokenizer.to_json().encode(),
            folder / AGES_FILE: json.dumps(asdict(kept.ages)).encode(),
            folder / FILES[0]: save(young),
            folder / FILES[1]: save(old),
        }
    )


def read_ages(folder: Path = SHIPPED_AGES) -> Ages:
    """What is known about each age.

    Raises:
        GlassformerError: if the folder is missing or damaged.
    """
    try:
        values = read_json(folder / AGES_FILE)
        return Ages(tuple(values["steps"]), tuple(values["losses"]), dict(values["card"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(folder, error) from error


def load_age(step: int, folder: Path = SHIPPED_AGES) -> Translator:
    """The translator of one age: as it was after `step` updates.

    Raises:
        GlassformerError: if no such age was kept, or the folder is missing or damaged.
    """
    ages = read_ages(folder)
    if step not in ages.steps:
        raise GlassformerError(f"No age of {step} updates was kept; there are {', '.join(map(str, ages.steps))}.")
    index, half = ages.steps.index(step), _half(ages)
    try:
        config = ModelConfig.from_dict(read_json(folder / CONFIG_FILE))
        tokenizer = SubwordTokenizer.load(folder / TOKENIZER_FILE)
        with safe_open(folder / FILES[0], "pt") as young:
            counts = young.get_tensor(COUNTS).int()
        with safe_open(folder / FILES[index >= half], "pt") as file:
            names = [name for name in file.keys() if name != COUNTS]  # noqa: SIM118 (a safetensors file is no dict)
            weights = {name: file.get_slice(name)[index % half].float() for name in names}
        with torch.inference_mode(mode=False):
            model = restore(config, weights)
    except (SafetensorError, OSError, ValueError, KeyError, TypeError, RuntimeError, IndexError) as error:
        raise _damaged(folder, error) from error
    return Translator(
        ModelFolder(f"{folder.name.removesuffix(SUFFIX)}-{step}", model, tokenizer, counts, dict(ages.card))
    )


def _half(ages: Ages) -> int:
    return (len(ages.steps) + 1) // 2


def _stack(weights: Sequence[Mapping[str, Tensor]]) -> dict[str, Tensor]:
    return {name: torch.stack([each[name] for each in weights]) for name in weights[0]}


def _damaged(folder: Path, error: Exception) -> GlassformerError:
    return GlassformerError(
        f"{folder} is missing or doesn't hold a model's ages ({error}): copy it again, or make it with "
        "python -m transformer record run."
    )
