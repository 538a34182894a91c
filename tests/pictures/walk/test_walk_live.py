"""The browser's own model makes what a picture would be sent of a sentence: facts, and activations by name."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from live_payloads import NOTHING, SENTENCES, browser_makes

from pages import PAGES
from transformer import Beam, Greedy
from viewer.app.page import Picture, Visit
from viewer.app.several_sentences import sentences_of
from viewer.engine.live.offer import PASSAGE
from viewer.frame.activations import of_attentions
from viewer.site.record import make_payload

APART = 1e-4
# Of several sentences: these are left to the server.
SEVERAL = {"One. Two.", "Why? Because!", 'He said "no." I left.', "1. Wash. 2. Dry it.", "One\u2028Two", "Wait… What?"}
PICTURES = [(page, part) for page in PAGES for part in page.pictures if isinstance(part, Picture) and part.needs]
CHOSEN: dict[str, list[dict[str, Any]]] = {  # where a page asks for another decoding: what a visitor can choose
    "steps": [
        {"strategy": Greedy()},
        {"strategy": Beam(5)},
        {"strategy": Greedy(), "prefix": "Moi, je"},
        {"strategy": Beam(3), "prefix": "Gestern"},
    ],
    "search": [{"beam": 5}, {"beam": 1}, {"beam": 10}],
    "positions": [{}],
    "residual": [{}],
}
OF_PASSAGES = {name for page, picture in PICTURES if page.address not in CHOSEN for name in picture.needs}
NEEDS = {"projections": tuple(sorted(OF_PASSAGES | {*of_attentions("input", "output")}))}  # one page's stand for all


@pytest.mark.slow
@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_browser_makes_what_python_sends(model: str) -> None:
    cases, places = [], []
    for address in (*NEEDS, *CHOSEN):
        page, picture = next(each for each in PICTURES if each[0].address == address)
        picture = replace(picture, needs=NEEDS.get(address, picture.needs))
        chosen = CHOSEN.get(address, [{}])
        every = (1 if address in NEEDS else 2) * (2 if model == "en-de" else 1)  # each sentence is read once
        for number, sentence in enumerate(SENTENCES[::every]):
            visit = Visit(page, PAGES, model, sentence, chosen=chosen[number % len(chosen)])
            sent = make_payload(picture, visit).payload
            cases.append((sentence, sent.facts["engine"], sent))
            places.append(f"{address}: {sentence}")
    others = [(each, {"needs": [], "decode": PASSAGE}, None) for each in (*NOTHING, *SEVERAL)]
    found = browser_makes(model, [*cases, *others])
    assert [each["facts"] for each in found[len(cases) :][: len(NOTHING)]] == [None] * len(NOTHING)
    for (sentence, *_), live in zip([*cases, *others], found, strict=True):
        assert live["several"] == (sentence in SEVERAL) == (len(sentences_of(sentence)) > 1), sentence
    for (_, _, sent), where, live in zip(cases, places, found, strict=False):
        assert_same(live["facts"], sent.facts["passage"], where)
        assert live["shapes"][0] == live["shapes"][1], where
        assert live["apart"] < APART, where


def assert_same(one: Any, other: Any, where: str) -> None:
    """Compare facts: numbers may be apart by rounding, and two equally probable candidates may change places."""
    if isinstance(other, Mapping):
        assert one.keys() == other.keys(), where
        for name, each in other.items():
            assert_same(one[name], each, f"{where} {name}")
    elif isinstance(other, Sequence) and not isinstance(other, str):
        assert len(one) == len(other), where
        for place, pair in enumerate(zip(by_id(one), by_id(other), strict=True)):
            assert_same(*pair, f"{where} {place}")
    elif isinstance(other, float) or where.endswith("rank"):
        assert one == pytest.approx(other, abs=1 if where.endswith("rank") else 5e-4), where
    else:
        assert one == other, where


def by_id(facts: Sequence[Any]) -> Sequence[Any]:
    return sorted(facts, key=lambda each: each["id"]) if isinstance(facts[0], Mapping) and "id" in facts[0] else facts


def test_a_browser_with_the_model_is_sent_what_only_the_server_knows(tiny_folder) -> None:
    for page, picture in PICTURES:
        visit = Visit(page, PAGES, str(tiny_folder), "The dog eats bread.")
        whole = make_payload(picture, visit).payload
        assert whole.facts["passage"]
        rest = make_payload(picture, replace(visit, in_browser=whole.facts["engine"]["weights"]["sha256"])).payload
        assert rest.facts == {**whole.facts, "passage": None}
        named = {name for name in whole.tensors if name.startswith(("encoder.", "decoder.", "logits"))}
        assert rest.tensors.keys() == whole.tensors.keys() - named, page.address
