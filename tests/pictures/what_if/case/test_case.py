"""The case of “la”: what the server sends, and what the browser's own model makes, are what the library computes."""

import re
from typing import Any

import pytest
from live_payloads import browser_makes
from shipped_models import shipped_model

from pages import PAGES
from viewer.app.page import UnansweredError, Visit
from viewer.pictures.what_if.case.case import payload
from viewer.pictures.what_if.case.lens import has_lens, lens_table, lens_words
from viewer.pictures.what_if.case.passage import case_passage
from viewer.pictures.what_if.case.records import BLANK, asked_of, cases_of
from viewer.pictures.what_if.case.snippet import SNIPPET
from viewer.transport.payload import Payload

PAGE = next(page for page in PAGES if page.address == "case")
NOUNS = ("doors", "mother-in-law", "!!!", "a dog. A cat")


def as_sent(facts: Any) -> Any:
    """Facts as they are after their way to the browser, numbers with the digits that both agree on."""
    if isinstance(facts, dict):
        return {name: as_sent(each) for name, each in facts.items()}
    if isinstance(facts, list | tuple):
        return [as_sent(each) for each in facts]
    return pytest.approx(facts, abs=5e-4) if isinstance(facts, float) else facts


@pytest.mark.slow
@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_browser_makes_what_the_server_sends(model: str) -> None:
    cases = []
    for case in cases_of(model):
        for noun in (*NOUNS, case["rows"][-1]["filling"]):
            asked, sentence = asked_of(case, noun), case["frame"].replace(BLANK, noun)
            request = {"needs": [], "decode": {**asked._asdict(), "kind": "rivals"}}
            cases.append((sentence, request, case_passage(shipped_model(model), sentence, asked)))
    for (sentence, _, sent), made in zip(cases, browser_makes(model, cases), strict=True):
        assert made["facts"] == as_sent(sent.facts), sentence
        if sent.tensors:
            assert made["shapes"][0] == made["shapes"][1]
            assert made["apart"] < 1e-4, sentence


def test_a_page_alone_has_the_whole_wheel_and_an_app_its_first_noun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viewer.pictures.what_if.case.case._passage", lambda *asked: Payload({"of": asked[1:3]}))
    cases = cases_of("en-fr")
    for alone, shown in ((False, [cases[0]["rows"][0]]), (True, [row for case in cases for row in case["rows"]])):
        made = payload(Visit(PAGE, PAGES, "en-fr", alone=alone)).facts["passages"]
        assert [each["filling"] for each in made] == [row["filling"] for row in shown]
        assert all(each["passage"]["of"] == (each["case"], each["filling"]) for each in made)


def test_a_model_without_a_case_has_none(tiny_folder) -> None:
    with pytest.raises(UnansweredError, match="No case"):
        payload(Visit(PAGE, PAGES, str(tiny_folder)))


@pytest.mark.slow
def test_the_lines_repeat_the_last_experiment() -> None:
    case, model = cases_of("en-fr")[0], shipped_model("en-fr")
    sentence = case["frame"].replace(BLANK, "tree")
    changes = case_passage(model, sentence, asked_of(case, "tree")).facts["changes"]
    edit = repr(f"zero_head:{case['leader']},zero_head:{case['understudy']}")
    filled = {"model": "'en-fr'", "sentences": repr([sentence]), "rivals": repr(case["rivals"]), "edit": edit}
    names: dict[str, Any] = {}
    exec(re.sub(r"⟨(\w+)⟩", lambda match: filled[match[1]], SNIPPET), names)
    for found, change in zip(names["result"][sentence], (changes[0], changes[-1]), strict=True):
        assert found == pytest.approx(change["probabilities"], abs=1e-4)


def test_the_gender_lens_tells_what_was_measured() -> None:
    visit = Visit(PAGE, PAGES, "en-fr")
    table = lens_table(visit)
    assert len(table) == 42
    met = table[table["masculine in French"] + table["feminine"] > 0]  # not “cleaner”, which becomes an owner
    masculine = met.filter(like="“I know a …”: un").gt(50).to_numpy().sum()
    assert f"“un” likelier than “une” for {masculine} of 41 professions" in lens_words(visit)
    assert "“cleaner” (“Je connais un propriétaire.”)" in lens_words(visit)
    assert not has_lens(Visit(PAGE, PAGES, "en-de"))


@pytest.mark.slow
def test_what_the_lesson_says_is_so() -> None:
    (case, *_), model = cases_of("en-fr"), shipped_model("en-fr")
    found = case_passage(model, case["frame"].replace(BLANK, "door"), asked_of(case, "door"))
    plain, without_the, without_door, without_head, without_both = found.facts["changes"]
    la = case["rivals"].index("la")
    assert [found.facts["source"][place]["text"] for place in found.facts["decoy"]] == ["the"]
    assert max(without_the["probabilities"]) == without_the["probabilities"][la] > without_the["other"]["probability"]
    assert [each["text"] for each in without_door["written"][:2]] == ["le", "chien"]
    assert without_head["probabilities"][la] > 0.9 * plain["probabilities"][la]
    assert 0.4 < without_both["probabilities"][la] < 0.6
    looks = found.tensors["weights"][0, case["layer"]][:, found.facts["clue"]].sum(dim=-1)
    assert [head for head, weight in enumerate(looks.tolist()) if weight > 0.5] == [2]
