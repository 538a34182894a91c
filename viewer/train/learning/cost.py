"""What the page on cost shows: the live model, the paper's base model and any typed sizes, side by side."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, get_args

import numpy as np
import plotly.graph_objects as go

from transformer.analysis.measures.cost import (
    PAPER_BASE_TRAINING,
    Work,
    energy,
    forward_flops,
    parameter_total,
    parameters,
    products,
    training_flops,
    training_memory,
)
from transformer.model.config import ModelConfig, preset
from viewer.widgets import charts
from viewer.widgets.numbers import number, within
from viewer.widgets.payload import Payload


@dataclass(frozen=True)
class Field:
    """A number that a visitor can type: its name in the address, its label, its limits and its default."""

    key: str
    label: str
    smallest: int
    largest: int
    default: int


# It opens with the paper's big model (table 3) and its base model.
SIZES = (
    Field("layers_in", "Encoder layers", 1, 200, 6),
    Field("layers_out", "Decoder layers", 1, 200, 6),
    Field("d_model", "d_model (D)", 2, 32_768, 1_024),
    Field("n_heads", "Heads (H)", 1, 256, 16),
    Field("d_ff", "d_ff (F)", 1, 131_072, 4_096),
    Field("vocab", "Vocabulary (V)", 5, 1_000_000, 37_000),
)
WORK = (
    Field("source", "Source tokens (S)", 1, 100_000, 25),
    Field("target", "Target tokens (T)", 1, 100_000, 25),
    Field("batch", "Pairs in a batch (B)", 1, 100_000, 1_000),
    Field("steps", "Training steps", 1, 10_000_000, 100_000),
)
# A device's speed and power are assumptions; you can type over them.
DEVICE = (
    Field("gflops", "Device: GFLOP per second", 1, 10_000_000, 9_500),
    Field("watts", "Device: watts", 1, 100_000, 250),
)
FIELDS = (*SIZES, *WORK, *DEVICE)
DEVICES = {
    "The paper’s GPU (P100)": (9_500, 250),
    "Two cores of a laptop": (60, 20),
    "An H200 at 40% of its bfloat16 peak": (395_000, 700),
}

KINDS = ("vocabulary", "self-attention", "cross-attention", "feed-forward", "norms", "positions")
STORES = {
    "weights": "weights",
    "gradients": "gradients",
    "moments": "Adam’s two moments",
    "activations": "activations",
    "logits": "logits",
}
# Of the pieces, in order.
TONES = (charts.tint(charts.INK, 45), charts.VIOLET, charts.SKY, charts.ORANGE, charts.GREEN, charts.INK)


def sensible(values: Mapping[str, Any]) -> tuple[dict[str, int], list[str]]:
    """Every field's nearest possible value, and a message for each that had to change."""
    numbers: dict[str, int] = {}
    notes: list[str] = []
    for field in FIELDS:
        typed = values.get(field.key)
        number = _whole(typed)
        if number is None:
            numbers[field.key] = field.default
            if typed is not None:
                notes.append(f"{field.label} must be a whole number; using {field.default:,}.")
            continue
        numbers[field.key] = min(max(number, field.smallest), field.largest)
        if numbers[field.key] != number:
            notes.append(
                f"{field.label} must be from {field.smallest:,} to {field.largest:,}; using {numbers[field.key]:,}."
            )
    width, heads = numbers["d_model"], numbers["n_heads"]
    if width % 2:
        numbers["d_model"] = width - 1
        notes.append(f"Sinusoidal positions need an even d_model; using {width - 1:,} instead of {width:,}.")
    numbers["n_heads"] = _nearest_divisor(numbers["d_model"], heads)
    if numbers["n_heads"] != heads:
        notes.append(
            f"d_model {numbers['d_model']:,} can’t be cut into {heads:,} equal heads; using the nearest number that "
            f"can: {numbers['n_heads']:,}."
        )
    return numbers, notes


def corrections(address: Mapping[str, str]) -> dict[str, str]:
    """What to write into the address if a number is outside its field's limits: the nearest one inside.

    Otherwise the field would fall back to its default.
    """
    corrected = {}
    for field in FIELDS:
        number = _whole(address.get(field.key))
        if number is not None and not field.smallest <= number <= field.largest:
            corrected[field.key] = str(min(max(number, field.smallest), field.largest))
    return corrected


def address_notes(address: Mapping[str, str]) -> list[str]:
    """A message for every impossible value in an address."""
    return sensible({field.key: address[field.key] for field in FIELDS if field.key in address})[1]


def typed_config(numbers: Mapping[str, int]) -> ModelConfig:
    """The model of the typed sizes, otherwise as published: post-norm, sinusoidal, tied embeddings."""
    return replace(
        preset("base"),
        encoder_layers=numbers["layers_in"],
        decoder_layers=numbers["layers_out"],
        d_model=numbers["d_model"],
        heads=numbers["n_heads"],
        d_ff=numbers["d_ff"],
        vocabulary_size=numbers["vocab"],
    )


def payload(own: ModelConfig, numbers: Mapping[str, int], notes: list[str]) -> Payload:
    """The three models' costs for the same work on the same device."""
    typed = typed_config(numbers)
    last = "the paper’s big" if all(numbers[field.key] == field.default for field in SIZES) else "your sizes"
    models = {"this model": own, "the paper’s base": preset("base"), last: typed}
    costs = [_costs(name, config, numbers) for name, config in models.items()]
    facts = {
        "numbers": dict(numbers),
        "notes": notes,
        "models": costs,
        "charts": {
            "parameters": charts.sent(shares_figure("parameters", "parameters", costs)),
            "forward": charts.sent(shares_figure("forward", "FLOPs of a forward pass", costs)),
            "memory": charts.sent(shares_figure("memory", "bytes of a training step", costs)),
        },
        "complexity": [charts.sent(complexity_figure(config.d_model)) for config in models.values()],
        "paper": PAPER_BASE_TRAINING,
    }
    return Payload(facts)


def shares_figure(key: str, what: str, costs: Sequence[Mapping[str, Any]]) -> go.Figure:
    """The parts of one cost, one bar per model.

    Args:
        key: of the cost in a model's `shares`.
        what: what is counted, for the axis.
        costs: of the models, see `_costs`.
    """
    names = [each["name"] for each in costs]
    chart = charts.figure(
        f"What the {what} are made of, for {', '.join(names)}",
        f"glassformer-cost-{key}",
        150,
        barmode="stack",
        bargap=0.35,
        hovermode="closest",
        showlegend=False,
        margin={"t": 20},
        xaxis={**charts.STILL, "title": {"text": f"share of the {what} (%)"}, "range": [0, 100]},
        yaxis={**charts.STILL, "autorange": "reversed", "showgrid": False},
    )
    totals = [sum(each["shares"][key].values()) for each in costs]
    for name, tone in zip(costs[0]["shares"][key], TONES, strict=False):
        amounts = [each["shares"][key][name] for each in costs]
        shares = [100 * amount / whole for amount, whole in zip(amounts, totals, strict=True)]
        if any(amounts):
            said = [
                f"{model}, {name}: {amount:,}, {share:.3g}%"
                for model, amount, share in zip(names, amounts, shares, strict=True)
            ]
            chart.add_trace(
                charts.bar(name, shares, names, tone, customdata=said, hovertemplate="%{customdata}<extra></extra>")
            )
    return chart


def complexity_figure(d: int) -> go.Figure:
    """Multiply-adds of one layer over the length n of a sequence, with both axes logarithmic.

    Args:
        d: the width of the layer.
    """
    last = max(10_000, 20 * d)
    n = np.geomspace(1, last, 81)
    log = {**charts.STILL, "type": "log", "exponentformat": "power", "dtick": 1}
    chart = charts.figure(
        f"Multiply-adds of one layer of width {d:,} by number of tokens in the sequence",
        "glassformer-complexity",
        330,
        xaxis={
            **log,
            "title": {"text": "n, tokens in the sequence (log)"},
            "range": [0, math.log10(last)],
            "unifiedhovertitle": {"text": "n = %{x:,.0f}"},
        },
        yaxis={**log, "dtick": 2, "title": {"text": "multiply-adds (log)"}},
    )
    for name, counts, ink, style in (
        ("self-attention, n²·d", n * n * d, charts.VIOLET, {"width": 3}),
        ("recurrent, n·d²", n * d * d, charts.BLUE, {}),
        (
            "self-attention, every product: 2 n²·d + 4 n·d²",
            2 * n * n * d + 4 * n * d * d,
            charts.PALE,
            {"dash": "dash"},
        ),
    ):
        chart.add_trace(charts.line(name, n, counts, ink, line=style, hovertemplate="%{y:.3~s}"))
    return chart


def _costs(name: str, config: ModelConfig, numbers: Mapping[str, int]) -> dict[str, Any]:
    source, target, batch, steps = (numbers[field.key] for field in WORK)
    forward, step = forward_flops(config, source, target), training_flops(config, source, target, batch)
    memory = training_memory(config, source, target, batch)
    done, counts = products(config, source, target), parameters(config)
    rate, watts = numbers["gflops"] * 1e9, numbers["watts"]
    spent = {"forward": forward, "step": step, "training": step * steps}
    return {
        "name": name,
        "sizes": asdict(config),
        "parameter_total": parameter_total(config),
        "products": [{**asdict(each), "flops": each.flops} for each in done],
        "shares": {
            "parameters": {kind: sum(part.get(kind, 0) for part in counts.values()) for kind in KINDS},
            "forward": {work: sum(each.flops for each in done if each.work == work) for work in get_args(Work)},
            "memory": {name: getattr(memory, store) for store, name in STORES.items()},
        },
        "flops": {key: float(value) for key, value in spent.items()},
        "joules": {key: energy(value, rate, watts) for key, value in spent.items()},
        "seconds": {key: value / rate for key, value in spent.items()},
    }


def _whole(value: object) -> int | None:
    """A whole number, or None."""
    found = number(value)
    return None if found is None else round(within(found, -1e12, 1e12))


def _nearest_divisor(number: int, wanted: int) -> int:
    divisors = [each for each in range(1, min(number, 4 * wanted + 256) + 1) if number % each == 0]
    return min(divisors, key=lambda each: (abs(each - wanted), each))
