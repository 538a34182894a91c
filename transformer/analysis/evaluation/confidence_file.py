"""A model's calibrated confidence beside its weights: `confidence.json` in the model folder.

The file carries a fingerprint of the weights, so that what was fitted on one model never speaks of another.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from transformer.analysis.evaluation.confidence import NAMES, Bin, Calibration, Confidence
from transformer.files import write_atomically
from transformer.model.folder import FINGERPRINT, load_measured, weights_fingerprint
from transformer.text.trust import Level

FILE = "confidence.json"
_DIGITS = 5


def save_calibration(folder: Path, calibration: Calibration) -> Path:
    """Write a calibration into a model folder and return the file's path.

    Raises:
        GlassformerError: if the folder cannot be written to.
    """
    confidence = calibration.confidence
    signs = zip(NAMES, confidence.means, confidence.deviations, confidence.weights, strict=True)
    values = {
        FINGERPRINT: weights_fingerprint(folder),
        "source": calibration.source,
        "fitted": calibration.fitted,
        "reported": calibration.reported,
        "rank_correlation": calibration.rank_correlation,
        "mean_quality": confidence.mean_quality,
        "signs": {name: dict(zip(("mean", "deviation", "weight"), numbers, strict=True)) for name, *numbers in signs},
        "grades": {str(level): asdict(found) for level, found in calibration.grades.items()},
        "curve": [asdict(found) for found in calibration.curve],
    }
    path = folder / FILE
    write_atomically(path, (json.dumps(_rounded(values), indent=1) + "\n").encode())
    return path


def load_calibration(model: str | Path) -> Calibration | None:
    """The calibration stored for a model, by its name or path; None if there is none, or if it is another model's.

    Raises:
        ModelFolderError: if there is no such model.
    """
    return load_measured(model, FILE, _read)


def _read(values: dict[str, Any]) -> Calibration:
    signs = [values["signs"][name] for name in NAMES]
    means, deviations, weights = (
        tuple(float(sign[part]) for sign in signs) for part in ("mean", "deviation", "weight")
    )
    return Calibration(
        Confidence(float(values["mean_quality"]), means, deviations, weights),
        int(values["fitted"]),
        int(values["reported"]),
        str(values["source"]),
        float(values["rank_correlation"]),
        tuple(Bin(**each) for each in values["curve"]),
        {Level(level): Bin(**found) for level, found in values["grades"].items()},
    )


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list) else value
