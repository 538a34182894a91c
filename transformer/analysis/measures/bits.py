"""Fewer bits for each weight: what rounding a model's matrices does to its translations."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor

from transformer.analysis.evaluation.captions import CaptionScore, score_captions
from transformer.corpora import Pair
from transformer.decoding.strategies import Greedy
from transformer.model.folder import EIGHT_BITS
from transformer.translator import Translator

FEWER = (4, 3, 2)


@dataclass(frozen=True)
class BitsScore(CaptionScore):
    """A model with so many `bits` for each number of a matrix; `changed` captions differ from the stored model's."""

    bits: int
    changed: int


@dataclass(frozen=True)
class BitsScores:
    """What was measured on the first `captions` of Multi30k's test set."""

    FILE: ClassVar[str] = "bits.json"
    captions: int
    rows: tuple[BitsScore, ...]


def round_rows(matrix: Tensor, bits: int) -> Tensor:
    """The nearest of 2^bits evenly spaced numbers, from the smallest to the largest of each row."""
    least, most = matrix.aminmax(dim=-1, keepdim=True)
    step = ((most - least) / (2**bits - 1)).clamp_min(1e-12)
    return ((matrix - least) / step).round() * step + least


@torch.no_grad()
def with_bits(translator: Translator[Any], bits: int) -> Translator[Any]:
    """The same translator with rounded matrices; its vectors, such as biases, stay as they are."""
    model = deepcopy(translator.model)
    for parameter in model.parameters():
        if parameter.dim() > 1:
            parameter.copy_(round_rows(parameter, bits))
    return translator.with_model(model)


def bits_of(translator: Translator[Any]) -> int:
    """Of each number in a stored model's matrices: 8 or 16."""
    matrices = (each for each in translator.model.parameters() if each.dim() > 1)
    return 8 if all(torch.equal(each, each.to(EIGHT_BITS).float()) for each in matrices) else 16


def measure_bits(models: Mapping[int, Translator[Any]], stored: int, pairs: Sequence[Pair]) -> BitsScores:
    """Translate and score captions greedily by models with so many bits, compared with the stored one."""
    found = {bits: model.translate_all([pair.source for pair in pairs], beam=1) for bits, model in models.items()}
    rows = []
    for bits, texts in found.items():
        score = score_captions(Greedy().label, texts, [pair.target for pair in pairs])
        changed = sum(own != other for own, other in zip(texts, found[stored], strict=True))
        rows.append(BitsScore(**vars(score), bits=bits, changed=changed))
    return BitsScores(len(pairs), tuple(rows))
