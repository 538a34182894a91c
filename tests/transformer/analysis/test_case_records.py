"""Heads ranked as by hand, the shipped cases as the shipped models show them, and the commands that measure them."""

from pathlib import Path

import pytest
import torch
from command_line import assert_one_error_line, output_of
from hypothesis import given
from hypothesis import strategies as st
from shipped_models import shipped_model

import transformer
from transformer.analysis.cases import list_cases, load_case, measuring, professions, rank_heads, record
from transformer.analysis.cases.ranking import find_halt
from transformer.corpora import Pair
from transformer.errors import EditError, GlassformerError
from transformer.model.folder import find_model, weights_fingerprint
from transformer.model.measurements import load_measurement
from transformer.model.probe import Probe

DOOR, WALL = "The dog sleeps in front of the door.", "The dog sleeps in front of the wall."
CASES = [(model, name) for model in ("en-fr", "en-de") for name in list_cases(model)]
STORY = """
[la]
title = "The case of “la”"
frame = "I see the ___."
fillings = { la = ["door", "house"], le = ["wall", "train"] }
held_out = [["You see the ___.", "car", "bed"], ["We are near the ___.", "car", "bed"]]
"""


@pytest.fixture(scope="module")
def french() -> transformer.Translator:
    return shipped_model("en-fr")


@pytest.mark.parametrize(("kind", "layer", "head"), [("cross", 1, 2), ("encoder", 5, 3)])
def test_a_head_moves_what_patching_it_by_hand_moves(french, kind: str, layer: int, head: int) -> None:
    attention = f"encoder.{layer}.self_attention" if kind == "encoder" else f"decoder.{layer}.cross_attention"
    halt = find_halt(french.translate(DOOR, beam=1), ("la", "le"))
    sources, target = [torch.tensor([french.read(text).ids]) for text in (DOOR, WALL)], torch.tensor([halt.prefix])
    recorder = transformer.Recorder(only=[f"{attention}.context"])

    def difference(source: torch.Tensor, probe: Probe | None = None) -> float:
        with torch.no_grad():
            logits = french.model(source, target, probe)[0, -1]
        return float(logits[halt.ids[0]] - logits[halt.ids[1]])

    def replace(context: torch.Tensor) -> torch.Tensor:
        context = context.clone()
        rows = slice(None) if kind == "encoder" else -1
        context[0, head, rows] = recorder.activations[f"{attention}.context"][0, head, rows]
        return context

    own, other = difference(sources[0]), difference(sources[1], recorder)
    patched = difference(sources[0], transformer.intervene({f"{attention}.context": replace}))
    row = rank_heads(french, [(DOOR, WALL)], ("la", "le")).set_index(["kind", "layer", "head"]).loc[kind, layer, head]
    assert row["moved"] == pytest.approx((own - patched) / (own - other), abs=1e-4)
    assert row["low"] == row["high"] == row["moved"]  # one pair can't vary


def test_pairs_count_in_any_order_and_the_interval_holds_the_mean(french) -> None:
    pairs = [(DOOR, WALL), ("I see the train.", "I see the house."), ("He sold the car.", "He sold the bed.")]
    table, other = (rank_heads(french, given, ("la", "le")) for given in (pairs, pairs[::-1]))
    assert table["moved"].tolist() == pytest.approx(other["moved"].tolist())
    assert ((table["low"] <= table["moved"]) & (table["moved"] <= table["high"])).all()
    assert tuple(table.loc[0, ["kind", "layer", "head"]]) == ("cross", 1, 2)
    swapped = rank_heads(french, pairs, ("le", "la"))
    assert table["moved"].tolist() == pytest.approx(swapped["moved"].tolist())


def test_what_cannot_be_ranked_is_one_plain_sentence(french) -> None:
    for pairs, rivals, told in (
        ([], ("la", "le"), "at least one"),
        ([(DOOR, "The dog.")], ("la", "le"), "same number of tokens"),
        ([(DOOR, DOOR)], ("la", "le"), "make the same choice"),
        ([(DOOR, WALL)], ("der", "dem"), "has none of the words der, dem"),
        ([(DOOR, WALL)], ("la", "xyzzy"), "'xyzzy' is not one token"),
    ):
        with pytest.raises(EditError, match=told):
            rank_heads(french, pairs, rivals)


def test_a_translation_halts_at_a_whole_word(french) -> None:
    said = find_halt(french.translate("The doctor said that she was tired.", beam=1), ("elle", "il"))
    assert (said.tokens, said.step) == (("elle", "il"), 5)
    new = french.translate("The car is new.", beam=1)
    assert "▁ne" in new.tokens  # of “neuve”
    with pytest.raises(EditError, match="none of the words"):
        find_halt(new, ("ne", "pas"))


@given(st.integers(0, 60), st.integers(1, 60))
def test_an_interval_holds_its_share_and_narrows(count: int, of: int) -> None:
    count = min(count, of)
    found, more = measuring.wilson(count, of), measuring.wilson(10 * count, 10 * of)
    assert -1e-9 <= found.low <= found.value + 1e-9 <= found.high + 2e-9 <= 1 + 3e-9
    assert more.high - more.low < found.high - found.low


@pytest.mark.parametrize(("model", "name"), CASES)
def test_a_shipped_case_is_what_the_shipped_model_shows(model: str, name: str) -> None:
    case, translator = load_case(model, name), shipped_model(model)
    assert case.weights_sha256 == weights_fingerprint(find_model(model))
    assert sum(trial.holds for trial in case.held_out) >= 30
    found_on = {trial.sentence for trial in case.fillings}
    assert not found_on & {trial.sentence for trial in case.held_out}
    assert case.leader == next(head.name for head in case.heads if head.kind == "cross")
    trial = case.fillings[0]
    halt = find_halt(translator.translate(trial.sentence, beam=1), case.rivals)
    assert (halt.tokens, halt.step, halt.translation.text) == (case.tokens, trial.step, trial.translation)
    for edit, shares in (("", trial.shares), (case.edit("zero_both", trial), trial.experiments["zero_both"])):
        trace = translator.trace(trial.sentence, halt.translation.hypothesis, edit=edit)
        assert trace["logits"][halt.step].softmax(-1)[list(halt.ids)].tolist() == pytest.approx(shares, abs=1e-3)


def test_a_case_is_measured_and_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys) -> None:
    monkeypatch.setattr(record, "FOLDER", tmp_path)
    arguments = ["measure", "case", "en-fr", "--device", "cpu", "--case"]
    assert_one_error_line(capsys, [*arguments, "la"], "no story 'la'")
    (tmp_path / "en-fr").mkdir()
    (tmp_path / "en-fr" / "stories.toml").write_text(STORY, encoding="utf-8")
    printed = output_of(capsys, [*arguments, "la"])
    case = load_case("en-fr", "la")
    assert list_cases("en-fr") == ("la",)
    assert f"{case.holding.value:.1%} of 4 sentences" in printed
    assert len(case.held_out) + len(case.unreached) == 4
    assert (case.pairs, len(case.fillings), case.leader) == (4, 4, "cross.1.2")
    (tmp_path / "en-fr" / "la.json").write_text("{}")
    with pytest.raises(GlassformerError, match="measure it again"):
        load_case("en-fr", "la")
    with pytest.raises(GlassformerError, match="choose from: la"):
        load_case("en-fr", "le")


def test_professions_are_counted_by_ending_or_article() -> None:
    named = (professions.Named("nurse", "infirmier", "infirmière"), professions.Named("judge", "juge", "juge"))
    pairs = [
        Pair("The nurse lost her key.", "L'infirmière a perdu sa clé."),
        Pair("The nurse and his judge are here.", "L'infirmier et son juge sont là."),
        Pair("A judge helped him.", "Une juge l'a aidé."),
        Pair("The nurses sing.", "Les infirmières chantent."),
    ]
    counts = professions.count_professions(pairs, named)
    assert counts["nurse"] == {"pairs": 2, "with_he": 1, "with_she": 1, "feminine": 1, "masculine": 1}
    assert counts["judge"] == {"pairs": 2, "with_he": 2, "with_she": 0, "feminine": 1}


def test_shipped_professions_are_what_the_shipped_model_shows(french) -> None:
    measured = load_measurement("en-fr", professions.Professions)
    assert measured is not None
    assert [each.profession for each in measured.professions] == [each.english for each in professions.professions()]
    doctor = measured.professions[0]
    assert doctor.she_translation == french.translate("The doctor said that she was tired.", beam=1).text
    assert len(measured.frame()) >= 42
