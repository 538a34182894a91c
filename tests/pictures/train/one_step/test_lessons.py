"""A lesson on the page is the library's: its steps, what flows backwards, its bounds, and what becomes of its model."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
import torch
from shipped_models import shipped_model

import transformer
from pages import PAGES
from transformer.errors import GlassformerError
from transformer.translator import Translator
from viewer.app import jobs, resources, state
from viewer.app.page import Visit
from viewer.pictures.train.one_step import asked, lessons, shown
from viewer.pictures.train.one_step.lessons import MOST_TAUGHT, Lessons, Plan

PAIR = ("The cat drinks water.", "Le chien mange du pain.")
PAGE = next(page for page in PAGES if page.address == "one_step")


@pytest.fixture(scope="module")
def translator(tiny_folder: Path) -> Translator:
    return transformer.load(tiny_folder)


@pytest.fixture
def visitor(monkeypatch: pytest.MonkeyPatch, tiny_folder: Path) -> Iterator[Visit]:
    """A visitor who has typed a pair."""
    monkeypatch.setenv("GLASSFORMER_MODEL", str(tiny_folder))
    monkeypatch.setattr(st, "session_state", {})
    monkeypatch.setattr(lessons, "LESSONS", Lessons())
    monkeypatch.setattr(asked, "LESSONS", lessons.LESSONS)
    jobs.jobs.cache_clear()
    asked._kept().update(pair=(str(tiny_folder), *PAIR), held=False)
    yield Visit(PAGE, PAGES, str(tiny_folder))
    jobs.jobs().close()
    jobs.jobs.cache_clear()


def seen(visit: Visit, *watched: str) -> Any:
    """The lesson that the visitor sees, and its tensors."""
    kept = asked._kept()
    plan = Plan(*kept["pair"], sum(kept["presses"]))
    payload = asked.payload(replace(visit, chosen={"plan": plan, "watched": watched}))
    return payload.facts["lessons"][0], payload.tensors


def test_the_buttons_take_the_steps_of_the_library(visitor: Visit, translator: Translator) -> None:
    asked.take(1)
    asked.take(10)
    lesson, _ = seen(visitor, "The dog eats bread.")
    taught = translator.learn(*PAIR, steps=11)
    first, now = lesson["snapshots"]
    assert (first["steps"], now["steps"]) == (0, 11)
    assert first["probabilities"] == pytest.approx(taught.steps[0].probabilities[0].tolist(), rel=1e-4)
    assert now["probabilities"] == pytest.approx(taught.steps[-1].probabilities[1].tolist(), rel=1e-4)
    assert now["loss"] == pytest.approx(taught.steps[-1].loss[1], rel=1e-4)
    after = "".join(each["text"] for each in now["watched"][0]["after"])
    assert after == taught.translator.translate("The dog eats bread.").text
    asked.undo(True)
    lesson, _ = seen(visitor)
    moved = {each["name"]: each["by"] for each in lesson["snapshots"][-1]["moved"]}
    step = translator.learn(*PAIR).steps[0]
    assert moved == pytest.approx(dict(list(step.moved.items())[: len(moved)]))
    weight = next(iter(moved))
    asked.check(weight)
    check = seen(visitor)[0]["snapshots"][-1]["check"]
    found = translator.learn(*PAIR).translator.check_gradient(*PAIR, weight)
    assert (check["gradient"], check["slope"]) == (found.gradient, found.slope)
    assert check["slope"] == pytest.approx(check["gradient"], rel=1e-5)
    asked.begin_again(True)
    assert len(seen(visitor)[0]["snapshots"]) == 1


def test_no_more_steps_are_taken_than_may_be(visitor: Visit) -> None:
    for count in (30, 30, 30, "10", None):
        asked.take(count)
    assert asked._kept()["presses"] == [30, 20]


def test_what_flows_to_a_value_is_its_gradient(translator: Translator) -> None:
    gradients, trace = translator.gradients(*PAIR), translator.trace(*PAIR)
    flow = shown.measure_flow(gradients, trace)
    for kind, name in (("cross", "decoder.1.cross_attention"), ("encoder", "encoder.0.self_attention")):
        each = trace[f"{name}.weights"][..., None] * gradients[f"{name}.context"][:, :, None]  # (H, T, S, d_k)
        torch.testing.assert_close(each.sum(dim=1), gradients[f"{name}.value"])
        layer = int(name.split(".")[1])
        torch.testing.assert_close(flow[f"{kind}.flow"][layer], each.norm(dim=-1).norm(dim=0))
    torch.testing.assert_close(flow["encoder"][0], gradients["encoder.input"].norm(dim=-1))


def test_few_lessons_are_kept_and_one_that_went_is_taken_again(tiny_folder: Path) -> None:
    kept, name = Lessons(), str(tiny_folder)
    own = {each: value.clone() for each, value in resources.load_model(name).model.named_parameters()}
    first = kept.learn("first", Plan(name, *PAIR, 3))
    assert kept.learn("first", Plan(name, *PAIR, 3)) is first
    for other in range(MOST_TAUGHT):
        kept.learn(f"other {other}", Plan(name, *PAIR, 1))
    assert not kept.has("first")
    again = kept.learn("first", Plan(name, *PAIR, 3))
    for one, other in zip(*(each.translator.model.parameters() for each in (first, again)), strict=True):
        assert torch.equal(one, other)
    assert sum(kept.has(each) for each in ("first", "other 0", "other 1", "other 2")) == MOST_TAUGHT
    assert all(torch.equal(value, own[each]) for each, value in resources.load_model(name).model.named_parameters())


def test_a_taught_model_is_the_visitors_own(visitor: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    asked.take(12)
    taught = lessons.LESSONS.learn(asked._kept()["visitor"], Plan(visitor.model, *PAIR, 12)).translator
    asked.use(True)
    name = st.session_state[state.MODEL]
    opened = resources.load_model(resources.model_name())
    assert opened.translate(PAIR[0]).text == taught.translate(PAIR[0]).text
    assert opened.card["taught"] == {
        **dict(zip(("sentence", "wanted"), PAIR, strict=True)),
        "steps": 12,
        "from": Path(visitor.model).name,
    }
    assert "scores" not in opened.card
    monkeypatch.setattr(st, "session_state", {})  # of another visitor
    assert name not in resources.offered_models()


@pytest.mark.slow
@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_recorded_examples_show_what_they_are_there_for(model: str) -> None:
    facts = shown.recorded(model).facts
    assert len(facts["lessons"]) == shown.EXAMPLES
    for lesson in facts["lessons"]:
        last = lesson["snapshots"][-1]
        assert [each["steps"] for each in lesson["snapshots"]] == list(range(shown.RECORDED + 1))
        assert "".join(each["text"] for each in last["after"]) == lesson["wanted"]
        assert "".join(each["text"] for each in last["before"]) != lesson["wanted"], lesson["wanted"]
        assert last["loss"] < 0.1 < lesson["snapshots"][0]["loss"]
    changed = {
        each["sentence"]
        for each in facts["lessons"][0]["snapshots"][-1]["watched"]
        if not each["after"][0]["same"] or len(each["after"]) > 1
    }
    assert "The dog runs." in changed
    assert "I have a dog." not in changed
    assert shipped_model(model).translate(facts["lessons"][0]["sentence"]).text != facts["lessons"][0]["wanted"]


def test_a_model_that_is_too_large_is_refused(tiny_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "LARGEST_AT_ONCE", 1000)
    with pytest.raises(GlassformerError, match="choose a smaller one"):
        lessons.check_size(str(tiny_folder))
