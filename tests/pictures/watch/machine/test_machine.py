"""The front page's picture: what it shows are the model's own numbers."""

import pytest
import torch
from passages import SENTENCE

from viewer.frame.passage import Passage, passage_of
from viewer.pictures.watch.machine.stage import CANDIDATES, payload
from viewer.pictures.watch.translate.comparison import compared
from viewer.transport.payload import Payload


@pytest.fixture(scope="module")
def shown(app_folder: object) -> tuple[Payload, Passage]:
    made, passage = payload(str(app_folder), SENTENCE), passage_of(str(app_folder), SENTENCE)
    assert made is not None
    assert passage is not None
    return made, passage


def test_vectors_and_attention_are_those_of_the_trace(shown: tuple[Payload, Passage]) -> None:
    made, passage = shown
    trace, config = passage.trace, passage.translator.model.config
    for stack, layers in (("encoder", config.encoder_layers), ("decoder", config.decoder_layers)):
        tensor = made.tensors[stack]
        rows = tensor.shape[1]
        assert tensor.shape == (
            layers + 1,
            len(made.facts["source" if stack == "encoder" else "output"]),
            config.d_model,
        )
        torch.testing.assert_close(tensor[0].float(), trace[f"{stack}.input"][:rows], rtol=1e-3, atol=1e-3)
        last = trace[f"{stack}.{layers - 1}.feed_forward.{'residual' if config.norm == 'pre' else 'norm'}"]
        torch.testing.assert_close(tensor[-1].float(), last[:rows], rtol=1e-3, atol=1e-3)
    for layer in range(config.decoder_layers):
        mean = trace[f"decoder.{layer}.cross_attention.weights"].mean(dim=0)[: len(made.facts["output"])]
        torch.testing.assert_close(made.tensors["cross.weights"][layer].float(), mean, rtol=1e-3, atol=1e-3)


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
    comparison = compared(passage.model, SENTENCE, 5, 1.0)
    badge = comparison.badge
    assert made.facts["trust"] == {"level": badge.level.value, "title": badge.title, "reasons": badge.reasons}


def test_nothing_is_shown_of_nothing(app_folder: object) -> None:
    assert payload(str(app_folder), "  ") is None
