"""Formulas that the browser repeats: inputs with the library's results, in `cases.json`, which both sides' tests read.

The Node tests beside this file feed the inputs to the browser's functions, `tests/widgets/cases/test_cases.py`
computes the results anew. After a change of a formula, write the file again:

    python tests/widgets/cases/make_cases.py

Numbers that JSON cannot say stand as text, as JavaScript's `Number` reads them: "Infinity", "-Infinity", "NaN".
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.analysis.measures.head_patterns import largest_on_itself, visible_keys
from transformer.analysis.measures.stream import moments
from transformer.analysis.measures.what_if import entropy
from transformer.attribution.word_alignment import error_rate
from transformer.decoding.alignment import attention_links
from transformer.decoding.search import length_penalty
from transformer.decoding.strategies import Sampling
from transformer.model.attention import explicit_attention
from transformer.model.masks import causal_mask
from transformer.model.positional import rotate, sinusoid_table
from viewer.widgets import charts

FILE = Path(__file__).with_name("cases.json")

TARGET = ["<s>", "▁Les", "▁her", "bi", "vores", "▁man", "gent", "."]
SOURCE = ["▁Her", "bi", "vores", "▁eat", ".", "</s>"]


def cases() -> dict[str, Any]:
    """Every formula's cases by the formula's name."""
    return {made.__name__: sayable(made()) for made in FORMULAS}


def scores() -> list[dict[str, Any]]:
    """Total log-probability over the length penalty; the browser's nodes count their step from 0."""
    return [
        {"total": total, "step": length - 1, "alpha": alpha, "score": total / length_penalty(length, alpha)}
        for total, length in ((-0.5, 1), (-3.25, 7), (-41.5, 60))
        for alpha in (0.0, 0.6, 1.0, 2.0)
    ]


def mean_of_heads() -> dict[str, Any]:
    """The weights of a layer, mean over its heads."""
    weights = torch.stack([rows_of_one(3, 4, shift=shift) for shift in range(3)])
    return {"heads": weights, "mean": weights.mean(dim=0)}


def distributions() -> list[dict[str, Any]]:
    """softmax(z / τ) and its entropy in nats."""
    logits = numbers(12) * 4
    return [
        {"logits": logits, "temperature": temperature, "probabilities": drawn, "entropy": entropy(drawn)}
        for temperature in (0.1, 0.7, 1.0, 3.0)
        for drawn in [Sampling(temperature).drawn_from(logits)]
    ]


def halves() -> dict[str, Any]:
    """16-bit floats: zeros, the smallest and largest subnormals, the ends, what is no number, and some between."""
    bits = [0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x3C00, 0xBC00, 0x3555, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00]
    bits += [0x7E00, 0xFE01, *range(0x0123, 0xFFFF, 0x0B0B)]
    return {"bits": bits, "values": torch.from_numpy(np.array(bits, dtype=np.uint16).view(np.float16).astype(float))}


def spreads() -> dict[str, Any]:
    """The entropy of each row in nats; a row with all weight on one key has none."""
    weights = torch.cat([rows_of_one(3, 5), torch.eye(5, dtype=torch.float64)[2:3]])
    return {"weights": weights, "nats": entropy(weights)}


def on_itself() -> dict[str, Any]:
    """How many rows of self-attention have their largest weight on themselves, of those that have a choice."""
    heads = torch.stack([rows_of_one(5, 5, shift=shift) for shift in range(3)])
    masked = heads.masked_fill(~causal_mask(5), 0.0)
    return {
        name: {"weights": weights, "rows": largest_on_itself(weights, visible_keys(kind, 5, 5))}
        for name, kind, weights in (("encoder", "encoder", heads), ("decoder", "decoder", masked))
    }


def attention() -> dict[str, Any]:
    """Scaled dot-product attention with a causal mask, as (H, T, ·) of one head."""
    query, key, value = (numbers(4, 8, shift=shift)[None, None] for shift in range(3))
    seen: dict[str, Tensor] = {}

    def probe(name: str, tensor: Tensor) -> Tensor:
        seen[name] = tensor
        return tensor

    context = explicit_attention(query, key, value, causal_mask(4), probe)
    shown = {name: tensor[0, 0] for name, tensor in seen.items()}
    return {"query": query[0, 0], "key": key[0, 0], "value": value[0, 0], **shown, "context": context[0, 0]}


def waves() -> list[dict[str, Any]]:
    """The sinusoids of section 3.5 at whole positions, and how long they are."""
    return [
        {
            "base": base,
            "width": width,
            "dimension": dimension,
            "wavelength": math.tau * base ** (dimension // 2 * 2 / width),
            "values": sinusoid_table(20, width, base)[:, dimension],
        }
        for base, width, dimension in ((10_000.0, 8, 0), (10_000.0, 8, 5), (10.0, 64, 62), (100.0, 64, 33))
    ]


def turns() -> dict[str, Any]:
    """Rotary positions: a vector at the places 0, 1 and 70."""
    vector = numbers(8)
    return {"vector": vector, "turned": rotate(vector.expand(1, 1, 3, 8), torch.tensor([[0, 1, 70]]))[0, 0]}


def norms() -> dict[str, Any]:
    """LayerNorm before γ and β."""
    vector, epsilon = numbers(16) * 3 + 1, 1e-5
    mean, variance = moments(vector)
    normalised = F.layer_norm(vector, vector.shape, eps=epsilon)
    return {"vector": vector, "mean": mean, "variance": variance, "epsilon": epsilon, "normalised": normalised}


def projections() -> dict[str, Any]:
    """One number of Q of each token and dimension."""
    x, matrix, bias = numbers(3, 8), numbers(4, 8, shift=1), numbers(4, shift=2)  # the matrix as nn.Linear stores it
    return {"x": x, "matrix": matrix, "bias": bias, "rows": x @ matrix.T + bias}


def joined_heads() -> dict[str, Any]:
    """What the heads of one layer write, and its sum with the bias: (H, T, D), (D), (T, D)."""
    shares, bias = torch.stack([numbers(2, 6, shift=shift) for shift in range(3)]), numbers(6, shift=3)
    return {"shares": shares, "bias": bias, "total": shares.sum(dim=0) + bias}


def neurons() -> dict[str, Any]:
    """Neurons by activation, and how many ReLU lets through."""
    activations = numbers(16).relu()
    active = int((activations > 0).sum())
    return {
        "activations": activations,
        "strongest": activations.argsort(descending=True, stable=True)[:active],
        "active": active,
    }


def links() -> dict[str, Any]:
    """Each target word's source word; a word that looks mostly at the end has none."""
    weights = rows_of_one(6, 6)
    weights[4] = torch.tensor([0.1, 0.1, 0.1, 0.1, 0.1, 0.5])
    source, target = [[0, 1, 2], [3], [4]], [[0], [1, 2], [3], [4], [5]]
    found = sorted(attention_links(weights, source, target), key=lambda link: link[1])
    return {"weights": weights, "source": source, "target": target, "links": found}


def error_rates() -> list[dict[str, Any]]:
    """The alignment error rate."""
    counts = ((0, 0, 0), (5, 4, 3), (4, 4, 4), (3, 0, 0), (7, 9, 6))
    return [
        {"found": found, "true": true, "common": common, "rate": error_rate(found, true, common, common)}
        for found, true, common in counts
    ]


def signed_numbers() -> list[dict[str, Any]]:
    """Numbers with a real minus; none halfway between two, which Python rounds to even and JavaScript away from 0."""
    return [
        {"value": value, "digits": digits, "written": charts.format_signed(value, digits)}
        for value, digits in ((-1.26, 1), (0.5, 2), (-12.3456, 3), (1234.6, 0), (0.0, 1), (-0.7, 0), (-0.04, 1))
    ]


FORMULAS: tuple[Callable[[], Any], ...] = (
    scores,
    mean_of_heads,
    distributions,
    halves,
    spreads,
    on_itself,
    attention,
    waves,
    turns,
    norms,
    projections,
    joined_heads,
    neurons,
    links,
    error_rates,
    signed_numbers,
)


def numbers(*shape: int, shift: int = 0) -> Tensor:
    """Numbers between −1 and 1 that are the same everywhere, and exact in 16 bits."""
    count = math.prod(shape)
    values = [((place * 37 + shift * 11 + 5) % 129 - 64) / 64 for place in range(count)]
    return torch.tensor(values, dtype=torch.float64).reshape(shape)


def rows_of_one(rows: int, columns: int, shift: int = 0) -> Tensor:
    """Attention weights: each row sums to one."""
    return (2 * numbers(rows, columns, shift=shift)).softmax(dim=-1)


def sayable(value: Any) -> Any:
    """As JSON can say it."""
    if isinstance(value, Tensor):
        return sayable(value.tolist())
    if isinstance(value, dict):
        return {key: sayable(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [sayable(each) for each in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def file_text(made: dict[str, Any]) -> str:
    """The file's text, a line for each formula."""
    lines = (f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}" for name, each in made.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(file_text(cases()), encoding="utf-8")
