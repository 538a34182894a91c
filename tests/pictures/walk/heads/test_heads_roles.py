"""What the chapter on heads says of roles: stored where they fit the weights, else measured, else said why not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from passages import passage

from transformer.analysis.measures.head_roles import HeadRole, HeadRoles, Share
from transformer.model.measurements import save_measurement
from viewer.frame.passage import Passage
from viewer.pictures.walk.heads.roles import roles
from viewer.widgets import head_roles


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    head_roles.measurement.clear()
    yield
    head_roles.measurement.clear()


def roles_of(here: Passage) -> Any:
    return roles.of_model(here.model, here.translator)["roles"]


def test_stored_roles_are_shown_as_they_are_stored(folder: Path) -> None:
    heads = tuple(
        HeadRole(
            kind, layer, head, {"first token": Share(0.1 * head + 0.3, 0.1)}, 0.5, 0.2 if kind == "cross" else None
        )
        for kind in ("encoder", "decoder", "cross")
        for layer in range(2)
        for head in range(4)
    )
    save_measurement(folder, HeadRoles(heads, 77, "by hand"))
    facts = roles_of(passage(folder))
    assert (facts["problem"], facts["sentences"], facts["source"]) == ("", 77, "by hand")
    assert [len(facts["heads"][kind]) for kind in ("encoder", "decoder", "cross")] == [2, 2, 2]
    shown = facts["heads"]["cross"][1][3]
    assert shown["label"] == "first token"
    assert shown["short"] == "first"
    assert shown["shares"] == {"first token": (0.6, 0.1)}
    assert shown["errorRate"] == 0.2
    assert facts["heads"]["encoder"][0][0]["short"] == "leans first"


@pytest.mark.slow
def test_without_stored_roles_they_are_measured_on_held_out_sentences(folder: Path) -> None:
    facts = roles_of(passage(folder))
    assert facts["problem"] == ""
    assert facts["source"] == "everyday, dev"
    assert 0 < facts["leastErrorRate"] <= min(head["errorRate"] for layer in facts["heads"]["cross"] for head in layer)
    assert 20 <= facts["sentences"] <= head_roles.PAIRS
    for kind in ("encoder", "decoder", "cross"):
        assert [len(layer) for layer in facts["heads"][kind]] == [4, 4]
        assert all(
            set(head["shares"]) == set(facts["patterns"][kind]) for layer in facts["heads"][kind] for head in layer
        )


@pytest.mark.slow
def test_the_visitors_sentence_is_measured_by_the_same_ruler(folder: Path) -> None:
    here = passage(folder)
    shown = roles.measured(here).facts["here"]["encoder"][1][2]
    weights = here.trace["encoder.1.self_attention.weights"][2]
    assert shown["shares"]["previous token"][0] == pytest.approx(float(weights.diagonal(-1).mean()), abs=1e-4)
    assert shown["shares"]["end of sentence"][0] == pytest.approx(float(weights[:-1, -1].mean()), abs=1e-4)
    assert "aligned word" not in roles.measured(here).facts["here"]["cross"][0][0]["shares"]


@pytest.mark.parametrize(
    ("change", "told"), [("language", "a different language"), ("size", "python -m transformer measure heads")]
)
def test_what_cannot_be_measured_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch, change: str, told: str) -> None:
    here = passage(folder)
    if change == "language":
        here.translator.card["target_language"] = "de"
    else:
        monkeypatch.setattr(head_roles, "LARGEST_AT_ONCE", 10)
    facts = roles_of(here)
    assert told in facts["problem"]
    assert facts["sentences"] == 0
    assert facts["heads"]["encoder"] == []
