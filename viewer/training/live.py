"""What the training page shows of a run: curves thinned to what a screen can show, and the sentence's moments."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from transformer.live_training.job import Moment, Progress, TrainingJob, Update
from viewer.component.parcel import Parcel
from viewer.shared.tokens import chips

POINTS = 400  # of a curve
ROOM = 160_000  # bytes that the moments' weights may take in each refreshing
CURVES = ("loss", "smoothed", "rate", "norm", "speed")


def waiting() -> Parcel:
    """What the component draws as long as there is no run."""
    return Parcel({"state": "none"})


def parcel(job: TrainingJob, kept: str) -> Parcel:
    """Everything that the page's component draws of a run."""
    progress = job.progress()
    moments = thinned(progress.moments)
    last = progress.updates[-1] if progress.updates else None
    stock = progress.stocks[-1] if progress.stocks else None
    facts: dict[str, Any] = {
        "state": progress.state.value,
        "sentence": progress.sentence,
        "saving": progress.saving,
        "kept": kept,
        "minutes": job.settings.minutes,
        "settings": job.settings.to_dict(),
        "now": asdict(last) if last else None,
        "stock": asdict(stock) if stock else None,
        "model": _model(progress),
        "moments": [
            {"step": each.step, "seconds": round(each.seconds, 1), "translation": each.look.translation}
            for each in moments
        ],
    }
    return Parcel(facts, _curves(progress) | _looks(moments))


def thinned(moments: Sequence[Moment]) -> list[Moment]:
    """The moments to show: the first, the last, and of the others those at which the translation had changed.

    If they are more than there is room for, every other one is left out, beginning with the second.
    """
    kept = [
        moment
        for at, moment in enumerate(moments)
        if at in (0, len(moments) - 1) or moment.look.translation != moments[at - 1].look.translation
    ]
    while len(kept) > 3 and sum(each.look.weights.size for each in kept) > ROOM:
        kept = [each for at, each in enumerate(kept) if at in (0, len(kept) - 1) or at % 2 == 0]
    return kept


def thinned_updates(updates: Sequence[Update]) -> list[Update]:
    """At most POINTS of them, evenly taken, the last one included; each bears the values of its own step."""
    if len(updates) <= POINTS:
        return list(updates)
    return [updates[at] for at in np.linspace(0, len(updates) - 1, POINTS).round().astype(int)]


def _model(progress: Progress) -> dict[str, Any] | None:
    if not progress.facts:
        return None
    sides = {side: [asdict(chip) for chip in chips(progress.facts[side])] for side in ("source", "target")}
    return {**progress.facts, **sides}


def _curves(progress: Progress) -> dict[str, np.ndarray]:
    updates = thinned_updates(progress.updates)
    curves = {
        f"curve.{name}": np.array([getattr(each, name) for each in updates], dtype=np.float32)
        for name in ("step", "seconds", *CURVES)
    }
    stocks = {
        f"stock.{name}": np.array([getattr(each, name) for each in progress.stocks], dtype=np.float32)
        for name in ("step", "seconds", "loss", "bleu")
    }
    return curves | stocks


def _looks(moments: Sequence[Moment]) -> dict[str, np.ndarray]:
    if not moments:
        return {}
    weights = np.stack([each.look.weights for each in moments])
    return {
        "weights": np.round(weights * 255).astype(np.uint8),
        "losses": np.stack([each.look.losses for each in moments]).astype(np.float32),
    }
