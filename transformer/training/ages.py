"""The weights of one model at several ages, from the untrained one to the last update.

`python -m transformer record run` makes the folder: the vocabulary, the configuration, and two files of weights, whose
tensors have the ages as their first dimension. Matrices have 8 bits.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.errors import GlassformerError
from transformer.files import read_json, write_together
from transformer.model.config import ModelConfig
from transformer.model.folder import CONFIG_FILE, TOKENIZER_FILE, ModelFolder, restore
from transformer.model.translation_model import AnyConfig
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

Weights = Mapping[str, Tensor]


class Ages(NamedTuple):
    """The updates before each age, the first 0, and its loss per token of held-out pairs, in nats, in 8 bits."""

    steps: tuple[int, ...]
    losses: tuple[float, ...]


def age_steps(steps: int, count: int = COUNT) -> tuple[int, ...]:
    """At most `count` steps from 0 to the last, equally far apart in log(1 + step / s), s a hundredth of all."""
    first = _FIRST_SHARE * steps
    marks = (first * ((1 + 1 / _FIRST_SHARE) ** (index / (count - 1)) - 1) for index in range(count))
    return tuple(sorted({round(mark) for mark in marks}))


def save_ages(folder: Path, prepared: PreparedCorpus, config: AnyConfig, kept: Mapping[int, Weights]) -> None:
    """Write the folder.

    Args:
        kept: the weights, as `compress` made them, by the number of updates before them.
    """
    held_out, weights = short_training.held_out_pairs(prepared), list(kept.values())
    ages = Ages(tuple(kept), tuple(mean_loss(restore(config, each), held_out) for each in weights))
    half, stacks = _half(ages), {name: torch.stack([each[name] for each in weights]) for name in weights[0]}
    young = {name: stack[:half].contiguous() for name, stack in stacks.items()}
    old = {name: stack[half:].contiguous() for name, stack in stacks.items()}
    young[COUNTS] = prepared.source_token_counts.clamp(max=2**15 - 1).to(torch.int16)  # only rare tokens matter
    write_together(
        {
            folder / CONFIG_FILE: json.dumps(config.to_dict()).encode(),
            folder / TOKENIZER_FILE: prepared.tokenizer.to_json().encode(),
            folder / AGES_FILE: json.dumps(ages._asdict()).encode(),
            folder / FILES[0]: save(young),
            folder / FILES[1]: save(old),
        }
    )


def read_ages(folder: Path = SHIPPED_AGES) -> Ages:
    """Which ages there are.

    Raises:
        GlassformerError: if the folder is missing or damaged.
    """
    try:
        values = read_json(folder / AGES_FILE)
        return Ages(tuple(values["steps"]), tuple(values["losses"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _damaged(folder, error) from error


def load_age(step: int, folder: Path = SHIPPED_AGES) -> Translator:
    """The translator as it was after `step` updates.

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
        with safe_open(folder / FILES[0], "pt") as young, safe_open(folder / FILES[1], "pt") as old:
            counts, file = young.get_tensor(COUNTS).int(), old if index >= half else young
            weights = {name: file.get_slice(name)[index % half].float() for name in old.keys()}  # noqa: SIM118
        with torch.inference_mode(mode=False):
            model = restore(config, weights)
    except (SafetensorError, OSError, ValueError, KeyError, TypeError, RuntimeError, IndexError) as error:
        raise _damaged(folder, error) from error
    card = {"source_language": EN_FR.source, "target_language": EN_FR.target}
    return Translator(ModelFolder(f"{folder.name.removesuffix(SUFFIX)}-{step}", model, tokenizer, counts, card))


def _half(ages: Ages) -> int:
    return (len(ages.steps) + 1) // 2


def _damaged(folder: Path, error: Exception) -> GlassformerError:
    return GlassformerError(
        f"{folder} is missing or doesn't hold a model's ages ({error}): copy it again, or make it with "
        "python -m transformer record run."
    )
