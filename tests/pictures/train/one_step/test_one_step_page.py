"""A lesson on the page is the library's: its steps, what flows backwards, its bounds, and what becomes of its model."""

from pathlib import Path
from typing import Any

import pytest
import torch
from app_tests import facts, go_to, open_page, problems
from streamlit.testing.v1 import AppTest

from transformer.errors import GlassformerError
from transformer.training.live.runs import VISITORS
from viewer.app import jobs, resources, state
from viewer.pictures.train.one_step import asked, examples, lessons, shown
from viewer.pictures.train.one_step.asked import SENTENCE, WANTED, WATCHED, WEIGHT
from viewer.pictures.train.one_step.lessons import MOST_TAUGHT, Lessons, Plan

PAIR = ("The dog eats bread.", "Le chat.")


@pytest.fixture
def app() -> AppTest:
    return open_page("one_step", **{SENTENCE: PAIR[0], WANTED: PAIR[1], WATCHED: "The cat. A dog."})


def press(app: AppTest, monkeypatch: pytest.MonkeyPatch, name: str, count: Any = 0) -> dict[str, Any]:
    """What the page sends after a button of the picture."""
    with monkeypatch.context() as patch:
        patch.setattr(
            asked.st, "session_state", kept := {key: app.session_state[key] for key in ("lesson", state.MODEL)}
        )
        asked.act({"name": name, "count": count})
    for key in kept.keys() - {state.MODEL}:  # which AppTest can't set to what was no option yet
        app.session_state[key] = kept[key]
    assert problems(app.run()) == []
    (sent,) = [each for each in facts(app) if "lessons" in each]
    return sent["lessons"][0]["snapshots"][-1]  # type: ignore[no-any-return]


def test_the_buttons_take_the_steps_of_the_library(app, monkeypatch, app_folder) -> None:
    own = resources.load_model(str(app_folder))
    press(app, monkeypatch, "take", 1)
    lessons.LESSONS._kept.clear()  # as if others had taught since
    assert "taken again" in app.run().info[0].value
    now = press(app, monkeypatch, "take", 10)
    lesson = own.learn(*PAIR, steps=11)
    assert now["probabilities"] == pytest.approx(lesson.steps[-1].probabilities[1].tolist(), rel=1e-4)
    assert [each["sentence"] for each in now["translations"][:3]] == [PAIR[0], "The cat.", "A dog."]
    for each in now["translations"]:
        assert "".join(piece["text"] for piece in each["after"]) == lesson.translator.translate(each["sentence"]).text
    assert press(app, monkeypatch, "undo")["steps"] == 1
    app.selectbox(key=WEIGHT).select("source_embedding.weight").run()
    moves, check = [each["rows"] for each in facts(app) if "headings" in each]
    first = own.learn(*PAIR)
    assert [row[0] for row in moves] == list(first.steps[0].moved)[: len(moves)]
    found = first.translator.check_gradient(*PAIR, "source_embedding.weight")
    assert [row[1] for row in check][-2:] == [f"{found.slope:.9g}", f"{found.gradient:.9g}"]
    assert found.slope == pytest.approx(found.gradient, rel=1e-5)
    go_to(go_to(app, "glossary"), "one_step")  # the lesson stays while the visitor is elsewhere
    assert app.text_input(key=WANTED).value == PAIR[1]
    assert press(app, monkeypatch, "take", 99)["steps"] == 50
    assert press(app, monkeypatch, "again")["steps"] == 0
    app.text_input(key=SENTENCE).set_value("The cat drinks water.").run()
    assert app.text_input(key=WANTED).value != PAIR[1]


def test_neighbours_of_a_visitors_sentence_are_watched(app_folder: Path) -> None:
    name = str(app_folder)
    assert not set(examples.watched_by(name, "The cat is black.")) - set(examples.watched_by(name))
    own = examples.watched_by(name, "I love my blorbo.")
    assert own[:3] == ("The blorbo is black.", "He loves his blorbo.", "I love my cat.")
    assert "love" in own[3]


def test_what_flows_to_a_value_is_its_gradient(app_folder: Path) -> None:
    own = resources.load_model(str(app_folder))
    gradients, trace = own.gradients(*PAIR), own.trace(*PAIR)
    flow = shown.measure_flow(gradients, trace)
    for kind, name in (("cross", "decoder.1.cross_attention"), ("encoder", "encoder.0.self_attention")):
        each = trace[f"{name}.weights"][..., None] * gradients[f"{name}.context"][:, :, None]  # (H, T, S, d_k)
        torch.testing.assert_close(each.sum(dim=1), gradients[f"{name}.value"])
        torch.testing.assert_close(flow[f"{kind}.flow"][int(name.split(".")[1])], each.norm(dim=-1).norm(dim=0))
    torch.testing.assert_close(flow["encoder"][0], gradients["encoder.input"].norm(dim=-1))


def test_few_lessons_are_kept_and_one_that_went_is_taken_again(app_folder, monkeypatch) -> None:
    kept, plan = Lessons(), Plan(str(app_folder), *PAIR, 3)
    own = resources.load_model(plan.model)
    before = [each.clone() for each in own.model.parameters()]
    first = kept.learn("first", plan)
    assert kept.learn("first", plan) is first
    for other in range(MOST_TAUGHT):
        kept.learn(f"other {other}", plan)
    assert [kept.has(each) for each in ("first", "other 0")] == [False, True]
    again = kept.learn("first", plan)
    assert all(map(torch.equal, first.model.parameters(), again.model.parameters()))
    assert all(map(torch.equal, own.model.parameters(), before))
    monkeypatch.setattr(lessons, "LARGEST_AT_ONCE", 1000)
    with pytest.raises(GlassformerError, match="choose another"):
        kept.learn("first", plan)


def test_a_taught_model_is_the_visitors_own(app, monkeypatch, app_folder) -> None:
    now = press(app, monkeypatch, "take", 9)
    press(app, monkeypatch, "use")
    (name,) = [each for each in app.selectbox(key=state.MODEL).options if each.startswith(VISITORS)]
    app.selectbox(key=state.MODEL).select(name).run()
    opened = resources.load_model(str(jobs.jobs().models()[name]))
    assert opened.translate(PAIR[0]).text == "".join(each["text"] for each in now["translations"][0]["after"])
    assert opened.card["taught"] == {"model": app_folder.name, "sentence": PAIR[0], "wanted": PAIR[1], "steps": 9}
    assert app.success
    assert problems(go_to(app, "model_card")) == []
    assert name not in open_page("one_step").selectbox(key=state.MODEL).options


@pytest.mark.parametrize(
    ("sentence", "wanted", "told"),
    [
        (" ", "Le chien.", "nothing to translate"),
        ("The dog.", " ", "no translation to learn"),
        ("The dog.", "Le chien 日本.", "can't spell"),
        ("The 🐈 dog.", "Le chien.", "never reads"),
        ("the dog " * 100, "Le chien.", "too long"),
    ],
)
def test_what_cannot_be_learned_is_told_in_a_sentence(sentence: str, wanted: str, told: str) -> None:
    (problem,) = problems(open_page("one_step", **{SENTENCE: sentence, WANTED: wanted}))
    assert told in problem


@pytest.mark.slow
@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_recorded_examples_show_what_they_are_there_for(model: str) -> None:
    recorded = shown.recorded(model).facts["lessons"]
    assert len(recorded) == shown.EXAMPLES
    for lesson in recorded:
        first, last = lesson["snapshots"][0], lesson["snapshots"][-1]
        written = {
            each["sentence"]: ["".join(p["text"] for p in each[side]) for side in ("before", "after")]
            for each in last["translations"]
        }
        before, after = written[lesson["sentence"]]
        assert (after, before == after) == (lesson["wanted"], False)
        assert last["loss"] < 0.1 < first["loss"]
        if lesson is recorded[0]:  # what spreads, and what doesn't
            assert [len({*written[each]}) for each in ("The dog runs.", "I have a dog.")] == [2, 1]
    app = open_page("one_step", model=model)  # another language brings its own pair
    app.selectbox(key="model_picked").select({"en-fr": "en-de", "en-de": "en-fr"}[model]).run()
    assert problems(app) == []
    assert ("Katze" in app.text_input(key=WANTED).value) == (model == "en-fr")
