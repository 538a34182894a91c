"""What the lesson says about its sentences, checked on the model that its links open."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from shipped_models import shipped_model

import transformer
from pages import PAGES
from transformer import Greedy, Translator
from transformer.model.attentions import all_layers
from transformer.text.trust import Level
from viewer.app import resources, state
from viewer.pictures.learn.classroom.store import DEPTHS
from viewer.pictures.learn.teach.plan import (
    BEAT,
    DEPTH,
    HARD_SENTENCE,
    LESSON,
    PLAN,
    PLANS,
    TAUGHT_WITH,
    LessonPart,
    on_projector,
    part_at,
)
from viewer.pictures.watch.translate.badge import rate


@pytest.fixture(scope="module", params=[pytest.param(TAUGHT_WITH, marks=pytest.mark.slow)])
def model(request: pytest.FixtureRequest) -> Translator:
    return shipped_model(request.param)


@pytest.fixture(scope="module")
def dog(model: Translator) -> transformer.Translation:
    return model.translate(state.DEFAULT_SENTENCE)


def part(title: str) -> LessonPart:
    return next(each for each in PLAN if each.title == title)


def focus_of(title: str) -> tuple[str, int, int | None, int]:
    kind, layer, head, token = part(title).focus.split(".")
    return kind, int(layer), None if head == "mean" else int(head), int(token)


@pytest.mark.parametrize("minutes", PLANS)
def test_a_lesson_leaves_minutes_to_spare_begins_with_the_tour_and_opens_pages_that_there_are(minutes: str) -> None:
    left = int(minutes) - sum(each.minutes for each in PLANS[minutes])
    assert int(minutes) / 15 <= left <= int(minutes) / 8
    assert PLANS[minutes][0].page == ("case" if minutes == "20" else "start")
    for each in PLANS[minutes]:
        page = urlsplit(each.address())
        assert page.path in {record.address for record in PAGES}, each.title
        wanted = {name: values[0] for name, values in parse_qs(page.query).items()}
        extra = {state.FOCUS: each.focus} if each.focus else {}
        if each.beat:
            assert wanted == {state.MODEL: TAUGHT_WITH, BEAT: str(each.beat)}
            continue
        assert wanted == {state.SENTENCE: each.sentence, state.MODEL: TAUGHT_WITH, DEPTH: each.depth, **extra}
        assert each.depth in DEPTHS


def test_the_projector_goes_from_part_to_part_and_no_further() -> None:
    for plan, parts in PLANS.items():
        assert on_projector(plan, -1) is None
        assert on_projector(plan, len(parts)) is None
        for at, each in enumerate(parts):
            opened = on_projector(plan, at) or ""
            assert opened == each.address(present="1", lesson_part=f"{plan}.{at + 1}")
            assert part_at(parse_qs(urlsplit(opened).query)[LESSON][0]) == (plan, at)


@pytest.mark.parametrize("written", ["", "90", "90.0", "90.11", "60.1", "90.-1", "90.1.2", "<b>.1", "90.²"])
def test_an_address_of_no_part_is_none(written: str) -> None:
    assert part_at(written) is None


def test_la_sees_no_later_word_and_the_full_stop_would_have_matched(dog: transformer.Translation) -> None:
    _, layer, head, token = focus_of("One query meets the keys")
    assert dog.text == "Le chien noir dort devant la porte."
    assert dog.trace.target_tokens[token] == "▁la"
    place = f"decoder.{layer}.self_attention"
    assert not dog.trace[f"{place}.weights"][head, token, token + 1 :].any()
    ranked = dog.trace[f"{place}.scores"][head, token].argsort(descending=True)
    assert dog.trace.target_tokens[int(ranked[1])] == "."


def test_three_heads_write_la_from_the_and_one_from_door(dog: transformer.Translation) -> None:
    _, layer, head, token = focus_of("Heads find their own jobs")
    _, _, mean, on_paper = focus_of("On paper")
    assert dog.tokens[token] == dog.tokens[on_paper] == "▁la"
    weights = all_layers(dog.trace, "cross", "weights")[layer][:, token]
    looked = [dog.source.tokens[at] for at in weights.argmax(dim=-1).tolist()]
    assert looked == ["▁door" if at == head else "▁the" for at in range(4)]
    assert mean is None
    assert dog.source.tokens[int(weights.mean(dim=0).argmax())] == "▁the"


def test_a_white_dog_sleeps_on(model: Translator) -> None:
    watched = model.decode(part("Take a different path").sentence, Greedy(), record=True)
    white = model.tokenizer.ids["▁blanc"]
    assert "▁blanc" in set(watched.steps(10).query("step == 2")["token"])
    assert watched.tokens[focus_of("Take a different path")[3]] == "▁noir"
    assert model.fork(watched, step=2, token=white).text == "Le chien blanc dort devant la porte."


@pytest.mark.slow
def test_it_invents_what_the_blacksmith_did_and_the_badge_warns() -> None:
    found = resources.beam_search(TAUGHT_WITH, HARD_SENTENCE)
    assert found.text == "Le forgeron a quadé les chevaux."
    assert "“Le forgeron a quadé les chevaux”" in part("What it doesn’t know").answer
    signs = resources.signs(TAUGHT_WITH, HARD_SENTENCE, found.hypothesis.tokens)
    assert rate(TAUGHT_WITH, found, signs).level is Level.POOR


@pytest.mark.browser
@pytest.mark.parametrize("title", [each.title for each in (*PLAN, *PLANS["20"]) if "“" in each.act])
def test_what_the_teacher_is_told_to_use_is_on_the_page_that_the_link_opens(
    browser: Any, server: str, title: str
) -> None:
    from visits import expect, visit

    found = next(each for each in (*PLAN, *PLANS["20"]) if each.title == title)
    with visit(browser, f"{server}/{found.address()}", "h1") as page:
        for quoted in re.findall("“(.+?)”", found.act):
            expect(page.get_by_text(quoted, exact=True).filter(visible=True).first).to_be_visible()
