"""What the lesson says about its sentences, checked on the model that its links open."""

from urllib.parse import parse_qs, urlsplit

import pytest
import torch
from shipped_models import shipped_model

import transformer
from pages import PAGES
from transformer import Greedy, Translator
from transformer.analysis.measures.vocabulary import nearest_neighbours
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.model.attentions import all_layers
from transformer.text.trust import Level
from viewer.app import state
from viewer.pictures.learn.classroom.store import DEPTHS
from viewer.pictures.learn.teach.plan import (
    BEAT,
    DEPTH,
    HARD_SENTENCE,
    LESSON,
    PLAN,
    PLANS,
    TAUGHT_WITH,
    Part,
    on_projector,
    part_at,
)
from viewer.pictures.watch.translate.comparison import compare
from viewer.pictures.what_if.laboratory.laboratory import read_edit


@pytest.fixture(scope="module", params=[pytest.param(TAUGHT_WITH, marks=pytest.mark.slow)])
def model(request: pytest.FixtureRequest) -> Translator:
    return shipped_model(request.param)


@pytest.fixture(scope="module")
def dog(model: Translator) -> transformer.Translation:
    return model.translate(state.DEFAULT_SENTENCE)


def part(title: str) -> Part:
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


def test_dogs_lies_near_to_dog(model: Translator, dog: transformer.Translation) -> None:
    token = dog.source.tokens[focus_of("Words become vectors")[3]]
    assert token == "▁dog"
    table = model.model.source_embedding.weight.detach()
    near = nearest_neighbours(table, [model.tokenizer.ids[token]], 3).ids[0]
    assert "▁dogs" in {model.tokenizer.token(int(each)) for each in near}


def test_the_head_that_is_shown_looks_at_the_word_that_comes_next(dog: transformer.Translation) -> None:
    kind, layer, head, _ = focus_of("Heads find their own jobs")
    assert (kind, layer, head) == ("cross", 1, 1)
    looked = all_layers(dog.trace, "cross", "weights")[layer, head].argmax(dim=-1).tolist()
    said = dict(zip(dog.tokens, (dog.source.tokens[place] for place in looked), strict=True))
    pairs = {"▁chien": "▁dog", "▁noir": "▁black", "▁la": "▁the", "▁porte": "▁door"}
    assert {word: said[word] for word in pairs} == pairs


def test_what_the_layers_add_makes_the_vector_of_dog_longer(dog: transformer.Translation) -> None:
    token = focus_of("Adding, not replacing")[3]
    begun, ended = (dog.trace[name][token].norm() for name in ("encoder.input", "encoder.5.feed_forward.residual"))
    assert float(ended / begun) > 3


def test_without_positions_the_order_of_the_words_is_lost(model: Translator) -> None:
    found = part("Order must be added")
    assert found.sentence in state.ORDERED
    without = {model.translate(text, beam=1, edit="positions_off:encoder").text for text in state.ORDERED}
    assert without == {"L'homme mord le chien."}
    assert all(each in found.answer for each in without)
    assert read_edit(None, TAUGHT_WITH, found.sentence)[0].written == "positions_off:encoder"


def test_it_is_sure_of_noir(model: Translator, dog: transformer.Translation) -> None:
    token = focus_of("From a vector to a word")[3]
    assert dog.trace.target_tokens[token] == "▁chien"
    assert float(dog.log_probabilities[token].exp().max()) > 0.9
    assert model.model.config.vocabulary_size == 6000


def test_a_white_dog_sleeps_on(model: Translator) -> None:
    watched = model.decode(part("Take a different path").sentence, Greedy(), record=True)
    white = model.tokenizer.ids["▁blanc"]
    assert "▁blanc" in set(watched.steps(10).query("step == 2")["token"])
    assert watched.tokens[2] == "▁noir"
    assert model.fork(watched, step=2, token=white).text == "Le chien blanc dort devant la porte."


@pytest.mark.slow
def test_it_invents_what_the_blacksmith_did_and_the_badge_warns() -> None:
    found = compare(TAUGHT_WITH, HARD_SENTENCE, DEFAULT_BEAM, DEFAULT_ALPHA)
    assert found.beam.translation.text == "Le forgeron a quadé les chevaux."
    assert "“Le forgeron a quadé les chevaux”" in part("What it doesn’t know").answer
    assert found.badge.level is Level.POOR


def test_some_heads_differ_and_others_do_much_the_same(dog: transformer.Translation) -> None:
    maps = torch.nn.functional.normalize(all_layers(dog.trace, "cross", "weights").flatten(2), dim=-1)
    alike = (maps @ maps.mT)[:, *torch.triu_indices(maps.size(1), maps.size(1), 1)]
    assert float(alike.min()) < 0.3
    assert float(alike.max()) > 0.9
