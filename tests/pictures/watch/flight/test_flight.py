"""The front page's picture: what it shows are the model's own numbers."""

from dataclasses import replace
from typing import Any

import pytest
import streamlit as st
from passages import SENTENCE

from pages import PAGES
from pages.translate import PAGE
from transformer.training.ages import FILES, SHIPPED_AGES, read_ages
from viewer.app.page import Visit
from viewer.pictures.watch.flight import ages
from viewer.pictures.watch.flight.flight import NEEDED, WHOLE, payload, take_needs
from viewer.transport.payload import Payload


@pytest.fixture
def visit(app_folder: object) -> Visit:
    return Visit(PAGE, PAGES, str(app_folder), SENTENCE, needs=WHOLE)


def sent(visit: Visit) -> Payload:
    made = payload(visit)
    assert made is not None
    return made.payload


def test_a_place_gets_what_it_asks_for_and_nothing_for_other_names(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(st, "session_state", {})
    whole = sent(visit)
    asked = ["decoder.1.feed_forward.hidden", "decoder.output", "nowhere", "decoder_layers.1", "", 5]
    take_needs(asked)
    assert sent(visit).tensors.keys() - whole.tensors.keys() == {*asked[:2]}
    assert sent(replace(visit, alone=True)).tensors.keys() == whole.tensors.keys()
    take_needs(["decoder.output"] * 10_000)
    assert len(st.session_state[NEEDED]) < 100
    assert whole.facts["engine"] is not None
    with_model = replace(visit, in_browser=whole.facts["engine"]["weights"]["sha256"])
    left = sent(with_model)
    assert (left.facts["passage"], left.tensors, left.facts["measured"]) == (None, {}, whole.facts["measured"])


def test_nothing_is_shown_of_nothing(visit: Visit) -> None:
    assert payload(replace(visit, sentence="  ")) is None


def test_a_recorded_model_is_offered_below_one_of_the_same_languages(visit: Visit, monkeypatch, tmp_path) -> None:
    def offered(seen: Visit) -> Any:
        made = ages.payload(seen)
        return made and made.payload.facts["ages"]

    told = offered(visit)
    assert (told["steps"], told["losses"]) == read_ages()
    assert [each["length"] for each in told["engine"]["weights"]] == [
        (SHIPPED_AGES / each).stat().st_size for each in FILES
    ]
    assert offered(replace(visit, model="en-de")) is None
    monkeypatch.setattr(ages, "SHIPPED_AGES", tmp_path)
    assert offered(visit) is None
