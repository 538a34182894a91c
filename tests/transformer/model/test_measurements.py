"""Measurements next to the weights: kept and read back, and never shown for other weights."""

import json
import math
from pathlib import Path

import pytest

import transformer
from transformer.analysis.evaluation.ablations import Ablations, Cost, Pruning
from transformer.analysis.evaluation.confidence import Bin, Calibration, Confidence
from transformer.analysis.evaluation.learned import Learned
from transformer.analysis.measures.gradient_reach import Reach
from transformer.analysis.measures.head_roles import HeadRole, HeadRoles, Share
from transformer.analysis.measures.predecessors import Predecessor
from transformer.attribution.alignment_rates import AlignmentRates, MeasuredAlignment
from transformer.attribution.word_alignment import AlignmentMethod
from transformer.errors import GlassformerError, ModelFolderError
from transformer.model.measurements import Measurement, load_measurement, save_measurement
from transformer.text.trust import Level

COST = Cost((0.5, math.inf), (98.22, 0.0))
MEASURED = [
    HeadRoles(
        (
            HeadRole("encoder", 0, 0, {"previous token": Share(0.5, 0.125)}, 0.25),
            HeadRole("cross", 1, 3, {"aligned word": Share(0.75, 0.1641)}, 0.5, 0.3125),
        ),
        12,
        "by hand, “dev”",
        0.125,
    ),
    Ablations(
        "nrefs:1",
        (("tiny", "dev", 2), ("other", "test", 3)),
        COST,
        {"laboratory": {"norm_off:*": COST}},
        (Pruning("random", 2, ("encoder.0.1",), (1, 0), ((5.0, 0.0), (1.5, 0.5))), Pruning("loss", None, (), (), ())),
    ),
    Calibration(
        Confidence(83.1, (-0.25,), (0.5,), (13.5,)),
        10,
        9,
        "dev",
        0.75,
        (Bin(3, 80.0, 81.5),),
        {Level.POOR: Bin(1, 2.0, 3.0)},
    ),
    Learned(3, {"The dog": "dog"}, ("dog", "the")),
    MeasuredAlignment(
        {
            "own": AlignmentRates(
                2, {AlignmentMethod("alti", "written", None, None): 0.25, AlignmentMethod("a", "b", 1, 2): 0.5}
            )
        }
    ),
    Predecessor(10, 0.5, 100.0, 4, (), (Reach(2, 1e-9, 7),), (), ()),
]


@pytest.mark.parametrize("measured", MEASURED, ids=lambda measured: type(measured).__name__)
def test_a_measurement_is_kept_for_its_weights(folder: Path, measured: Measurement) -> None:
    kind = type(measured)
    assert load_measurement(folder, kind) is None
    path = save_measurement(folder, measured)
    assert path == folder / kind.FILE
    read = load_measurement(folder, kind)
    assert read == measured
    assert load_measurement(folder, kind) is read  # decoded once
    save_measurement(folder, measured)
    assert load_measurement(folder, kind) is not read
    transformer.load(folder)  # it is still a model folder
    (folder / "model.safetensors").write_bytes((folder / "model.safetensors").read_bytes() + b" ")
    assert load_measurement(folder, kind) is None


FOREIGN = [
    {"heads": [{}]},
    {"heads": 3},
    {"sentences": "many"},
    {"heads": [{"shares": 1}]},
    {"least_error_rate": "low"},
]


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", "3", "null", "[" * 100_000, '{"weights_sha256": 3}', b"\xff", *FOREIGN]
)
def test_a_damaged_file_counts_as_none(folder: Path, damage: str | bytes | dict[str, object]) -> None:
    path = save_measurement(folder, MEASURED[0])
    if isinstance(damage, dict):
        damage = json.dumps({**json.loads(path.read_text(encoding="utf-8")), **damage})
    path.write_bytes(damage if isinstance(damage, bytes) else damage.encode())
    assert load_measurement(folder, HeadRoles) is None


def test_a_missing_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderError, match="no model"):
        load_measurement(tmp_path / "nothing", HeadRoles)
    with pytest.raises(GlassformerError, match=r"model\.safetensors"):
        save_measurement(tmp_path, MEASURED[0])
