"""What was measured on one stack: BLEU beside its predecessors', its cache, and what changed since 2017."""

import math

import pandas as pd
import plotly.graph_objects as go

from transformer.analysis.measures.cache_times import CacheTimes, cache_bytes
from transformer.analysis.measures.predecessors import ONE_STACK
from transformer.model.config import ModelConfig
from transformer.model.folder import comparison_models
from transformer.model.measurements import load_measurement
from transformer.training import changes
from viewer.app.page import Visit
from viewer.pictures.after.one_stack.square import one_stack
from viewer.pictures.before.history.history import caption_scores
from viewer.widgets import charts

# A model of 7 billion parameters, as large as Llama 2 (Touvron et al. 2023, 7B); its grouped twin shares keys as
# Llama 3 does (8 of 32 heads).
LARGE = ModelConfig(32_000, encoder_layers=0, decoder_layers=32, d_model=4096, heads=32, d_ff=11_008)
GROUPED = ModelConfig(32_000, encoder_layers=0, decoder_layers=32, d_model=4096, heads=32, d_ff=11_008, key_heads=8)
CONTEXT = 8_192  # tokens
NAMES = {
    "base": "Pre-norm, learned positions, LayerNorm, ReLU: what the others are compared with",
    "post-norm": "Post-norm, as in 2017",
    "sinusoids": "Sinusoids for positions, as in 2017",
    "concatenated": "Positions concatenated: the last quarter of a token’s numbers is its position’s",
    "RoPE": "RoPE: queries and keys are rotated by their positions (Su et al. 2021)",
    "RMSNorm": "RMSNorm: no mean is subtracted (Zhang and Sennrich 2019)",
    "gated": "Gated feed-forward, SwiGLU, as many parameters (Shazeer 2020)",
    "grouped queries": "All queries share one head of keys and values (Shazeer 2019)",
    "prefix": "Prefix: English sees all of the English (Raffel et al. 2020)",
    "12 layers": "12 layers in place of 4",
    "12 layers, post-norm": "12 layers, post-norm",
}


def tell_losses(_: Visit) -> str:
    """What it costs to learn from the English as well, if that was measured."""
    found = caption_scores(ONE_STACK)
    if not (found and found.french_only):
        return ""
    both, french = (
        f"{each.bleu:.1f} ({each.low:.1f} to {each.high:.1f})" for each in (found.scores[-1], found.french_only[-1])
    )
    return (
        "One stack learned to predict the English too, each token counting half, so that it can write on. Trained for "
        f"as long to predict the French alone, the same stack has BLEU {french} in place of {both}."
    )


def cache_table(_: Visit) -> pd.DataFrame:
    """What a cache takes, here and in a large model."""
    own = one_stack().model.config
    rows = [
        ("One stack on this page", own, own.max_length, 4),
        ("A model of 7 billion parameters", LARGE, CONTEXT, 2),
        ("The same, 4 queries to a key", GROUPED, CONTEXT, 2),
    ]
    return pd.DataFrame(
        [
            (
                name,
                f"2 × {config.decoder_layers} × {cache_bytes(config, 1, 1) // (2 * config.decoder_layers):,} × "
                f"{tokens:,} × {size}",
                _in_units(cache_bytes(config, tokens, size)),
            )
            for name, config, tokens, size in rows
        ],
        columns=["model", "K and V × layers × width × tokens × bytes", "cache"],
    )


def _in_units(size: int) -> str:
    return f"{size / 1e9:.2f} GB" if size >= 1e9 else f"{size / 1e6:.2f} MB"


def is_timed(_: Visit) -> bool:
    """Whether the cache was timed."""
    return ONE_STACK in comparison_models() and load_measurement(ONE_STACK, CacheTimes) is not None


def time_chart(_: Visit) -> go.Figure:
    """Milliseconds for one more token, with a cache and without."""
    measured = load_measurement(ONE_STACK, CacheTimes)
    assert measured is not None, "`is_timed` says so"
    words = "Milliseconds for one more token against the length of the text, with a cache and without"
    up = "milliseconds for one more token"
    figure = charts.curves(words, "glassformer-cache-times", "tokens before it", up, 320)
    across = [row.tokens for row in measured.rows]
    for name, times, ink in (
        ("without a cache", [row.whole for row in measured.rows], charts.RED),
        ("with a cache", [row.cached for row in measured.rows], charts.BLUE),
    ):
        style = {"mode": "lines+markers", "hovertemplate": "%{y:.1f} ms"}
        figure.add_trace(charts.line(name, across, times, ink, **style))
    return figure


def tell_machine(_: Visit) -> str:
    """Where the times come from."""
    measured = load_measurement(ONE_STACK, CacheTimes)
    return f"Measured on {measured.machine}, by python -m transformer measure cache." if measured else ""


def change_table(_: Visit) -> pd.DataFrame:
    """What each change costs or saves: mean loss over seeds, with the smallest and the largest."""
    losses: dict[str, list[float]] = {}
    runs = changes.load_changes(changes.SHIPPED_CHANGES).runs
    for run in runs:
        losses.setdefault(run.name, []).append(math.inf if run.loss is None else run.loss)
    sizes = {run.name: run.parameters for run in runs}
    rows = [
        (NAMES[name], sizes[name], _loss_in_words(losses[name]), _beside(losses[name], losses.get("base", [])))
        for name in changes.CHANGES
        if name in losses
    ]
    return pd.DataFrame(rows, columns=["change", "parameters", "loss on new sentences", "than the first"])


def _loss_in_words(losses: list[float]) -> str:
    ended = [loss for loss in losses if loss < math.inf]
    told = [f"{sum(ended) / len(ended):.3f} ({min(ended):.3f} to {max(ended):.3f})"] if ended else []
    broken = [f"{len(losses) - len(ended)} of {len(losses)} broke off"] if len(ended) < len(losses) else []
    return ", ".join(told + broken)


def _beside(own: list[float], base: list[float]) -> str:
    """Whether every seed is better or worse than every seed without the change."""
    if not base or own == base:
        return ""
    return "better" if max(own) < min(base) else "worse" if min(own) > max(base) else "neither better nor worse"


def describe_changes(_: Visit) -> str:
    """How these were made, and how often chance alone makes a row better or worse."""
    found = changes.load_changes(changes.SHIPPED_CHANGES)
    seeds = len({run.seed for run in found.runs})
    return (
        f"Each row changes one thing in the same tiny model, trained for {found.facts['training']['steps']:,} steps, "
        f"with {seeds} seeds: nats per token, mean, lowest and highest. It’s better or worse if all its seeds "
        f"are; chance alone makes {2 / math.comb(2 * seeds, seeds):.0%} of rows so. Where it’s neither, that’s the "
        "finding: at this size no difference shows."
    )
