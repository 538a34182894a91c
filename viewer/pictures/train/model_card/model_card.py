"""A model's card as tables and one picture: its sizes, its scores, how it was trained."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from transformer import ModelConfig
from transformer.analysis.evaluation.confidence import Calibration
from transformer.corpora import CORPORA
from transformer.corpora.catalogue import title_of
from transformer.model.card import IMPORTED
from transformer.training.recipes.recipe import RECIPES, read_recipe
from viewer.widgets import charts
from viewer.widgets.grades import TITLES

_PARTS = {
    "encoder": ("Encoder", charts.SKY),
    "decoder": ("Decoder", charts.ORANGE),
    "embeddings": ("Vocabulary (embeddings and output)", charts.INK),
    "positions": ("Positions", charts.VIOLET),
}
_MEASURED = ("corpus", "split", "decoding")


def facts(config: ModelConfig, parameters: int) -> dict[str, str]:
    """The sizes in the order of interest, as label and value."""
    return {
        "Parameters": f"{parameters / 1e6:.2f} M",
        "Layers": f"{config.encoder_layers} + {config.decoder_layers}",
        "Width (D)": f"{config.d_model}",
        "Heads (H × dₖ)": f"{config.heads} × {config.d_k}",
        "Feed-forward": f"{config.d_ff}",
        "Vocabulary (V)": f"{config.vocabulary_size:,}",
    }


def parameter_figure(counts: Mapping[str, int]) -> go.Figure:
    """Where the parameters are: one bar, split into parts, labelled in millions."""
    shown = {part: counts[part] for part in _PARTS if counts.get(part)}
    said = ", ".join(f"{_PARTS[part][0]} {count:,}" for part, count in shown.items())
    chart = charts.figure(
        f"Where the parameters are: {said}",
        "glassformer-parameters",
        70,
        barmode="stack",
        hovermode="closest",
        showlegend=False,
        uniformtext={"mode": "hide", "minsize": 12},
        xaxis={**charts.STILL, "visible": False, "range": [0, sum(shown.values()) / 1e6]},
        yaxis={**charts.STILL, "visible": False},
        margin={"l": 0, "r": 0, "t": 8, "b": 8},
        bargap=0.1,
    )
    for part, count in shown.items():
        name, ink = _PARTS[part]
        chart.add_trace(
            charts.bar(
                name,
                [count / 1e6],
                [""],
                charts.tint(ink, 25 if ink == charts.INK else 60),
                text=[f"{part}\n{count / 1e6:.2f} M"],
                textposition="inside",
                insidetextanchor="middle",
                textangle=0,
                hovertemplate=f"{name}: {count:,} parameters<extra></extra>",
            )
        )
    return chart


def score_table(card: Mapping[str, Any]) -> pd.DataFrame:
    """One row per test set and decoding: BLEU and chrF, 0 to 100; BLEU of other seeds, and as papers count it."""
    rows = [row for row in card.get("scores", []) if isinstance(row, dict)]
    others = card.get("recipe", {}).get("other_seeds", [])
    return pd.DataFrame(
        {
            "Test set": [_name_set(row) for row in rows],
            "Decoding": [str(row.get("decoding", "")) for row in rows],
            "BLEU": [row.get("bleu") for row in rows],
            **{f"BLEU, seed {other.get('seed')}": _bleu_again(other.get("scores", []), rows) for other in others},
            "chrF": [row.get("chrf") for row in rows],
            **{
                title: [row.get(key) for row in rows]
                for title, key in (("Exact, %", "exact"), ("BLEU as in papers", "tokenised_bleu"))
                if any(key in row for row in rows)
            },
            "Sentences": [row.get("sentences") for row in rows],
        }
    )


def _name_set(row: Mapping[str, Any]) -> str:
    name, split = str(row.get("corpus")), row.get("split")
    return f"{title_of(name)} ({split})" if split else title_of(name)


def _bleu_again(scores: Sequence[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]]) -> list[float | None]:
    """The BLEU of another build in each row's set and decoding."""
    found = {tuple(map(score.get, _MEASURED)): score.get("bleu") for score in scores}
    return [found.get(tuple(map(row.get, _MEASURED))) for row in rows]


def is_scored(card: Mapping[str, Any]) -> bool:
    """Whether its translations were measured."""
    return bool(card.get("scores"))


def is_imported(card: Mapping[str, Any]) -> bool:
    """Whether it was trained elsewhere."""
    return IMPORTED in card


def command(card: Mapping[str, Any]) -> str:
    """The command that made it."""
    return str(card.get("command", ""))


def is_chosen_on_dev(card: Mapping[str, Any]) -> bool:
    """Whether some scores are on sets that chose the checkpoints."""
    on_dev = any(row.get("split") == "dev" for row in card.get("scores", []))
    return on_dev and "averaged_checkpoints" in card.get("training", {})


def has_other_seeds(card: Mapping[str, Any]) -> bool:
    """Whether another model was built with the same recipe."""
    return bool(card.get("recipe", {}).get("other_seeds"))


def signatures(card: Mapping[str, Any]) -> str:
    """sacreBLEU's signatures of the scores, without which a score means little."""
    found = {
        f"{measure}: {row[key]}"
        for row in card.get("scores", [])
        for measure, key in (("BLEU", "bleu_signature"), ("chrF", "chrf_signature"))
        if isinstance(row.get(key), str)
    }
    return "\n".join(sorted(found))


def describe_confidence(calibration: Calibration) -> str:
    """How good the badge is."""
    return (
        f"It was fitted on {calibration.fitted:,} held-out texts and is judged here on {calibration.reported:,} others "
        f"({calibration.source}). Rank correlation with the measured quality: {calibration.rank_correlation:.2f}."
    )


def has_licences(card: Mapping[str, Any]) -> bool:
    """Whether the terms of what the model learned from are known; none of an imported model's are."""
    return IMPORTED not in card and isinstance(card.get("licences"), dict) and bool(card["licences"])


def licences(card: Mapping[str, Any]) -> pd.DataFrame:
    """Those terms, a row for each corpus."""
    terms = card["licences"]
    families = [str(name if name in CORPORA else title_of(name)) for name in terms]
    names = [f"{family[:1].upper()}{family[1:]}" for family in families]
    return pd.DataFrame({"Corpus": names, "Terms": list(terms.values())}).drop_duplicates()


def facts_table(facts: Mapping[str, str]) -> pd.DataFrame:
    """Facts as a table."""
    return pd.DataFrame({"What": list(facts), "Value": list(facts.values())})


def corpus_table(card: Mapping[str, Any]) -> pd.DataFrame:
    """What the model was trained on, corpus by corpus."""
    rows = [row for row in card.get("corpora", []) if isinstance(row, dict)]
    return pd.DataFrame(
        {
            "Corpus": [title_of(str(row.get("name"))) for row in rows],
            "Shown per epoch": [_describe_weight(row.get("weight", 1)) for row in rows],
            "Training pairs": [row.get("training_pairs", 0) for row in rows],
        }
    )


def _describe_weight(weight: float) -> str:
    """How often an epoch of the last training shows each pair."""
    return f"{weight:g} ×" if weight else "in earlier stages"


def training_table(card: Mapping[str, Any]) -> pd.DataFrame:
    """How the model was trained."""
    return facts_table(training_facts(card))


def training_facts(card: Mapping[str, Any]) -> dict[str, str]:
    """How the model was trained, as label and value, if the card has it."""
    training = card.get("training", {})
    labels = {
        "steps": "Steps",
        "batch_tokens": "Tokens per batch",
        "optimizer": "Optimiser",
        "peak": "Peak learning rate",
        "warmup": "Warm-up steps",
        "schedule": "Schedule",
        "label_smoothing": "Label smoothing",
        "piece_dropout": "Piece dropout",
        "rounds": "Rounds per epoch",
        "averaged_checkpoints": "Checkpoints averaged",
        "seed": "Seed",
        "hours": "Time, all trainings",
        "machine": "Machine",
        "finished": "Finished",
    }
    if isinstance(hours := training.get("hours"), int | float):
        training = {**training, "hours": duration(hours)}
    return {label: _format_value(training[key]) for key, label in labels.items() if key in training}


def describe_recipe(card: Mapping[str, Any]) -> str:
    """How the recipe made the model; empty for a model without one."""
    return _recipe(card)[0]


def recipe_command(card: Mapping[str, Any]) -> str:
    """The command that builds one like it; empty if its recipe doesn't ship."""
    return _recipe(card)[1]


def _recipe(card: Mapping[str, Any]) -> tuple[str, str]:
    recipe = card.get("recipe")
    if not isinstance(recipe, Mapping):
        return "", ""
    name, seed, hours = recipe.get("name"), recipe.get("seed"), recipe.get("hours")
    spent = hours.items() if isinstance(hours, Mapping) else ()
    stages = ", ".join(
        f"{stage} {duration(time)}" for stage, time in spent if isinstance(time, int | float) and math.isfinite(time)
    )
    told = (
        f"Built from scratch with the recipe {name} (SHA-256 {str(recipe.get('sha256'))[:12]}…, seed {seed})"
        f"{': ' + stages if stages else ''}."
    )
    if not _ships(recipe):
        return f"{told} The recipes that ship with this version are different.", ""
    return f"{told} To build one like it:", f"python -m transformer build {name} --seed {seed} --data data"


def _ships(recipe: Mapping[str, Any]) -> bool:
    """Whether a card's recipe is, word for word, one of those that ship."""
    name, seed = recipe.get("name"), recipe.get("seed")
    if name not in [path.stem for path in RECIPES.glob("*.toml")] or not isinstance(seed, int):
        return False
    return _sha256(name, seed) == recipe.get("sha256")


@lru_cache(maxsize=8)  # reading one checks every corpus that it names
def _sha256(name: str, seed: int) -> str:
    return read_recipe(name, seed).sha256


def duration(hours: float) -> str:
    """A time as a person says it; the shortest is a minute."""
    return f"{hours:.1f} hours" if hours >= 1 else f"{max(1, round(60 * hours))} min"


def _format_value(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def grade_table(calibration: Calibration) -> pd.DataFrame:
    """The badge's grades, best first: how many held-out texts got each, and how good their translations were."""
    rows = [
        {
            "Badge": TITLES[level],
            "Held-out texts": found.count,
            "Expected chrF": found.expected,
            "Measured chrF": found.measured,
        }
        for level, found in calibration.grades.items()
    ]
    return pd.DataFrame(rows)
