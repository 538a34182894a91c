"""What each edit costs a model, beside its weights: `ablations.json` in the model folder.

The file carries a fingerprint of the weights, so that what was measured on one model never speaks of another.
"""

import json
import math
from pathlib import Path
from typing import Any

from transformer.analysis.evaluation.ablations import Ablations, Cost, Pruning
from transformer.files import write_atomically
from transformer.model.folder import FINGERPRINT, load_measured, weights_fingerprint

FILE = "ablations.json"


def save_ablations(folder: Path, measured: Ablations) -> Path:
    """Write what was measured into a model folder and return the file's path.

    Raises:
        GlassformerError: if the folder cannot be written to.
    """
    head = {
        FINGERPRINT: weights_fingerprint(folder),
        "corpora": [list(each) for each in measured.corpora],
        "signature": measured.untouched.signature,
        "untouched": _values(measured.untouched),
    }
    lines = [f" {json.dumps(name)}: {json.dumps(value)}" for name, value in head.items()]
    groups = [
        f"  {json.dumps(group)}: {{\n" + _lines({edit: _values(cost) for edit, cost in costs.items()}) + "\n  }"
        for group, costs in measured.edits.items()
    ]
    lines.append(' "edits": {\n' + ",\n".join(groups) + "\n }")
    prunings = [f"  {json.dumps(vars(pruning))}" for pruning in measured.prunings]
    lines.append(' "prunings": [\n' + ",\n".join(prunings) + "\n ]")
    path = folder / FILE
    write_atomically(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())
    return path


def load_ablations(model: str | Path) -> Ablations | None:
    """What was measured of a model, by its name or path; None if nothing was, or if it is another model's.

    Raises:
        ModelFolderError: if there is no such model.
    """
    return load_measured(model, FILE, _read)


def _read(values: dict[str, Any]) -> Ablations:
    signature = str(values["signature"])
    return Ablations(
        tuple((str(name), str(split), int(pairs)) for name, split, pairs in values["corpora"]),
        _cost(values["untouched"], signature),
        {
            group: {edit: _cost(each, signature) for edit, each in costs.items()}
            for group, costs in values["edits"].items()
        },
        tuple(_pruning(each) for each in values["prunings"]),
    )


def _lines(entries: dict[str, Any]) -> str:
    return ",\n".join(f"   {json.dumps(name)}: {json.dumps(value)}" for name, value in entries.items())


def _values(cost: Cost) -> dict[str, Any]:
    """A loss beyond all numbers, as without any norm, has none in JSON."""
    return {"loss": [loss if math.isfinite(loss) else None for loss in cost.loss], "bleu": list(cost.bleu)}


def _cost(values: dict[str, Any], signature: str) -> Cost:
    losses = tuple(math.inf if loss is None else float(loss) for loss in values["loss"])
    return Cost(losses, tuple(float(bleu) for bleu in values["bleu"]), signature)


def _pruning(values: dict[str, Any]) -> Pruning:
    return Pruning(
        str(values["order"]),
        None if values["seed"] is None else int(values["seed"]),
        tuple(str(head) for head in values["removed"]),
        tuple(int(count) for count in values["kept"]),
        tuple(tuple(float(bleu) for bleu in curve) for curve in values["bleu"]),
    )
