"""The laboratory's numbers: what is offered can be done, both versions are shown as they are, costs are listed."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
from passages import SENTENCE

from transformer import Translator
from transformer.analysis.evaluation.ablations import Ablations
from transformer.edits import parse
from transformer.model.attentions import all_layers
from transformer.model.measurements import load_measurement
from viewer.app.state import ORDERED
from viewer.pictures.what_if.laboratory import laboratory
from viewer.transport.payload import unpack
from viewer.widgets.changes import in_words, offers
from viewer.widgets.tokens import chips


@pytest.fixture
def model_name(tiny_folder: Path) -> str:
    return str(tiny_folder)


def join_stretches(stretches: list[dict[str, Any]]) -> str:
    return "".join(each["text"] for each in stretches)


@pytest.mark.slow
def test_all_that_is_offered_can_be_done_and_is_said_in_words(translator: Translator) -> None:
    source = [chip.text for chip in chips(translator.read(SENTENCE).tokens)]
    groups = offers(translator.model.config, source)
    written = [choice["edit"] for group in groups for offer in group["offers"] for choice in offer["choices"]]
    assert len(written) == len(set(written)) > 30
    for each in written:
        translator.trace(SENTENCE, "Le chien", edit=each)
        (change,) = parse(each).changes
        assert in_words(change, source, source) != change.written, each


@pytest.mark.slow
def test_both_worlds_are_told_as_they_are(translator: Translator, model_name: str) -> None:
    edit = "skip:decoder.0,close_cell:cross:1:2"
    found = laboratory.worlds(model_name, SENTENCE, edit)
    payload = unpack(laboratory.payload(model_name, found).pack())
    assert join_stretches(payload.facts["before"]) == translator.translate(SENTENCE, beam=1).text
    assert join_stretches(payload.facts["after"]) == translator.translate(SENTENCE, beam=1, edit=edit).text
    greedy = translator.translate(SENTENCE, beam=1).hypothesis
    forced = translator.trace(SENTENCE, greedy, edit=edit)
    assert forced.target_tokens == found.untouched.target_tokens
    assert payload.facts["probabilities"] == found.comparison.probabilities[["before", "after"]].to_dict("records")
    assert all_layers(found.untouched, "cross", "masked_scores").isfinite().all()
    assert (payload.tensors["after.cross"][:, :, 1, 2] == 0).all()


def test_a_query_of_cross_attention_is_named_by_what_it_writes() -> None:
    (change,) = parse("close_cell:cross:1:0").changes
    source, target = ["The", "black", "</s>"], ["<s>", "Le", "chien"]
    assert re.findall("“(.*?)”", in_words(change, source, target))[:2] == ["chien", "The"]
    (change,) = parse("close_cell:decoder:1:0").changes
    assert re.findall("“(.*?)”", in_words(change, source, target))[:2] == ["Le", "<s>"]


@pytest.mark.parametrize(
    ("written", "edit", "told"),
    [
        ("none", "", ""),
        ("causal_off", "causal_off", ""),
        ("causal_of", "", "There is no edit 'causal_of'"),
        ("temperature:<b>", "", "is not a number"),
    ],
)
def test_the_edit_in_an_address_is_read(written: str, edit: str, told: str) -> None:
    found, wrong = laboratory.read_edit(written, "en-fr", SENTENCE)
    assert (found.written, told in wrong, bool(wrong)) == (edit, True, bool(told))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["en-fr", "en-de"])
def test_it_opens_without_positions_and_then_the_order_of_the_words_is_lost(name: str) -> None:
    edit, _ = laboratory.read_edit(None, name, ORDERED[0])
    assert edit.written == "positions_off:encoder"
    shown = laboratory.payload(name, laboratory.worlds(name, ORDERED[0], edit.written))
    other = shown.facts["reordered"]
    assert join_stretches(shown.facts["after"]) == other["after"] != ""
    assert join_stretches(shown.facts["before"]) != other["before"]
    taken = unpack(laboratory.payload(name, laboratory.worlds(name, ORDERED[0], "close:1")).pack())
    assert (taken.tensors["own.encoder"][:, :, 1] == 0).all()  # nobody looks at the hidden word


@pytest.mark.slow
@pytest.mark.parametrize("name", ["en-fr", "en-de"])
def test_what_ships_is_listed_the_dearest_first(name: str) -> None:
    found = load_measurement(name, Ablations)
    listed = laboratory.all_measured(name)
    assert {row["edit"] for row in listed} == set(found.edits["laboratory"])
    sums = [sum(value for key, value in row.items() if key.startswith("BLEU")) for row in listed]
    assert max(one - other for one, other in itertools.pairwise(sums)) < 0.11  # they are rounded
    assert not any(re.search(r"[a-z]_[a-z]", str(row["change"])) and "d_k" not in row["change"] for row in listed)
