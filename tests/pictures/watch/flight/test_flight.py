"""The front page's picture: what it shows are the model's own numbers."""

import pytest
import torch
from passages import SENTENCE

from viewer.frame.passage import Passage, passage_of
from viewer.pictures.watch.flight.stage import CANDIDATES, needed, payload
from viewer.pictures.watch.translate.comparison import compare
from viewer.transport.payload import Payload


@pytest.fixture(scope="module")
def shown(app_folder: object) -> tuple[Payload, Passage]:
    made, passage = payload(str(app_folder), SENTENCE), passage_of(str(app_folder), SENTENCE)
    assert made is not None
    assert passage is not None
    return made, passage


def test_numbers_are_those_of_the_trace_by_their_names(shown: tuple[Payload, Passage]) -> None:
    made, passage = shown
    for name, tensor in made.tensors.items():
        torch.testing.assert_close(tensor.float(), passage.trace[name], rtol=1e-3, atol=1e-3)
    assert {f"decoder.{layer}.cross_attention.weights" for layer in range(2)} <= {*made.tensors}


def test_a_place_gets_what_it_needs_and_an_unknown_one_nothing(shown: tuple[Payload, Passage]) -> None:
    passage = shown[1]
    model, trace = passage.translator.model, passage.trace
    layer = needed(passage, "layer.decoder.1")
    assert {*layer} == {name for name in trace if name.startswith("decoder.1.")}
    assert {*needed(passage, "embed.encoder")} == {f"encoder.{each}" for each in ("embedding", "positions", "input")}
    made = needed(passage, "next.2")
    logits = made["rows.vocabulary"] @ made["decoder.output"][2]
    shown_ids = [each["id"] for each in shown[0].facts["candidates"][2]]
    torch.testing.assert_close(logits, trace["logits"][2][shown_ids], rtol=1e-4, atol=1e-4)
    made = needed(passage, "neuron.encoder.1.7")
    hidden = torch.relu(trace["encoder.1.feed_forward.norm"] @ made["rows.expand"][0] + made["rows.bias"])
    if model.config.norm == "pre":
        torch.testing.assert_close(hidden, trace["encoder.1.feed_forward.hidden"][:, 7], rtol=1e-4, atol=1e-4)
    for text in ("", "layer.encoder", "layer.nowhere.1", "next.-1", "neuron.encoder.1.7.8", "layer.encoder.1\n"):
        assert needed(passage, text) == {}
    assert {*needed(passage, "neuron.encoder.99.99999")} == {"rows.expand", "rows.bias"}


def test_candidates_are_the_most_probable_pieces_with_the_one_taken(shown: tuple[Payload, Passage]) -> None:
    made, passage = shown
    probabilities = torch.softmax(passage.trace["logits"], dim=-1)
    steps = made.facts["candidates"]
    assert len(steps) == len(made.facts["output"])
    for step, (row, token) in enumerate(zip(steps, passage.translation.hypothesis.tokens, strict=True)):
        (taken,) = [each for each in row if each["taken"]]
        assert taken["probability"] == pytest.approx(float(probabilities[step, token]))
        best = probabilities[step].topk(CANDIDATES).values.tolist()
        assert [each["probability"] for each in row[:-1]] == pytest.approx(best[:-1])


def test_the_badge_is_that_of_the_comparison(shown: tuple[Payload, Passage]) -> None:
    made, passage = shown
    comparison = compare(passage.model, SENTENCE, 5, 1.0)
    badge = comparison.badge
    assert made.facts["trust"] == {"level": badge.level.value, "title": badge.title, "reasons": badge.reasons}


def test_nothing_is_shown_of_nothing(app_folder: object) -> None:
    assert payload(str(app_folder), "  ") is None
