"""The browser's own model makes the activations of a sentence that a picture would be sent."""

from dataclasses import replace

import pytest
from live_payloads import NOTHING, SENTENCES, browser_makes

from pages import PAGES
from viewer.app.page import Picture, Visit
from viewer.frame.activations import of_attentions
from viewer.transport.payload import Payload

APART = 1e-4
PICTURES = [(page, part) for page in PAGES for part in page.pictures if isinstance(part, Picture) and part.needs]
NEEDS = sorted({name for _, picture in PICTURES for name in picture.needs} | {*of_attentions("input", "output")})


@pytest.mark.slow
@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_browser_makes_what_python_sends(model: str) -> None:
    page, picture = next(each for each in PICTURES if each[0].address == "projections")
    visits = [
        Visit(page, PAGES, model, sentence, needs=tuple(NEEDS)) for sentence in SENTENCES[:: 1 + (model == "en-de")]
    ]
    sent = [picture.payload(visit).payload for visit in visits]
    cases = [(visit.sentence, NEEDS, each) for visit, each in zip(visits, sent, strict=True)]
    made = browser_makes("", model, [*cases, *((each, NEEDS, None) for each in NOTHING)])
    assert [each["facts"] for each in made[len(sent) :]] == [None] * len(NOTHING)
    for expected, live in zip(sent, made, strict=False):
        assert live["facts"] == expected.facts["passage"]
        assert live["shapes"][0] == live["shapes"][1], live["facts"]["sentence"]
        assert live["apart"] < APART, live["facts"]["sentence"]


def test_a_browser_with_the_model_is_sent_what_only_the_server_knows(tiny_folder) -> None:
    for page, picture in PICTURES:
        visit = Visit(page, PAGES, str(tiny_folder), "The dog eats bread.")
        whole = picture.made(visit).payload
        assert whole.facts["passage"]
        rest = picture.made(replace(visit, in_browser=whole.facts["engine"]["weights"]["sha256"])).payload
        assert rest.facts == {**whole.facts, "passage": None}
        named = {name for name in whole.tensors if name.startswith(("encoder.", "decoder."))}
        assert rest.tensors.keys() == whole.tensors.keys() - named, page.address
        assert isinstance(rest, Payload)
