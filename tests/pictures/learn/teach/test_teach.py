"""What the lesson says about its sentences, checked on the model that its links open."""

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
def test_a_lesson_lasts_its_minutes_begins_with_the_tour_and_opens_pages_that_there_are(minutes: str) -> None:
    assert sum(each.minutes for each in PLANS[minutes]) == int(minutes)
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


def test_noir_looks_at_black(dog: transformer.Translation) -> None:
    _, layer, head, token = focus_of("One query meets the keys")
    assert dog.text == "Le chien noir dort devant la porte."
    assert dog.tokens[token] == "▁noir"
    weights = all_layers(dog.trace, "cross", "weights")[layer]
    looked = (weights.mean(dim=0) if head is None else weights[head])[token]
    assert dog.source.tokens[int(looked.argmax())] == "▁black"


def test_a_white_dog_sleeps_on(model: Translator) -> None:
    watched = model.decode(part("Take a different path").sentence, Greedy(), record=True)
    white = model.tokenizer.ids["▁blanc"]
    assert "▁blanc" in set(watched.steps(10).query("step == 2")["token"])
    assert watched.tokens[2] == "▁noir"
    assert model.fork(watched, step=2, token=white).text == "Le chien blanc dort devant la porte."


@pytest.mark.slow
def test_it_invents_what_the_blacksmith_did_and_the_badge_warns() -> None:
    found = resources.beam_search(TAUGHT_WITH, HARD_SENTENCE)
    assert found.text == "Le forgeron a quadé les chevaux."
    assert "“Le forgeron a quadé les chevaux”" in part("What it doesn’t know").answer
    signs = resources.signs(TAUGHT_WITH, HARD_SENTENCE, found.hypothesis.tokens)
    assert rate(TAUGHT_WITH, found, signs).level is Level.POOR
