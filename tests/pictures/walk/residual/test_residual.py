"""The payload of the chapter on the residual stream agrees with the trace, for both orders of the norm."""

from pathlib import Path

import derivations
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from passages import SENTENCE, passage
from tiny import tiny_model

import transformer
from transformer.model.attentions import ATTENTION_KINDS
from transformer.model.folder import save_model
from viewer.app.state import Focus
from viewer.frame.passage import Passage
from viewer.pictures.walk.residual import neurons
from viewer.pictures.walk.residual.snippets import SNIPPETS, snippets
from viewer.transport.payload import Payload


@pytest.fixture(scope="module", params=["pre", "post", "swish", "gelu"])
def walked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, tiny_tokenizer) -> Passage:
    folder: Path = tmp_path_factory.mktemp("models") / f"{request.param}-model"
    change = {"norm": request.param} if request.param in ("pre", "post") else {"activation": request.param}
    model = tiny_model(seed=5, vocabulary_size=tiny_tokenizer.size, max_length=48, encoder_layers=3, **change)
    save_model(folder, model, tiny_tokenizer, torch.arange(tiny_tokenizer.size), {})
    return passage(folder)


@pytest.fixture(scope="module")
def sent(walked: Passage) -> Payload:
    """Facts and tensors as the browser has them, what it computes included."""
    return Payload(derivations.sent("residual", walked).facts, derivations.drawn("residual", walked))


def places(walked: Passage, stack: str) -> list[str]:
    return [name.removesuffix(".residual") for name in walked.trace if name.startswith(stack) and "residual" in name]


@pytest.mark.slow
@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_stream_and_sublayers_are_those_of_the_trace(walked: Passage, sent: Payload, stack: str) -> None:
    trace, tensors = walked.trace, sent.tensors
    pre = walked.translator.model.config.norm == "pre"
    assert sent.facts["preNorm"] is pre
    here = places(walked, stack)
    assert [f"{layer}.{name}" for layer in range(3) for name in sent.facts["sublayers"][stack]][: len(here)] == [
        place.removeprefix(f"{stack}.") for place in here
    ]
    stream = tensors[f"{stack}.stream"]
    np.testing.assert_array_equal(stream[0], trace[f"{stack}.input"].numpy())
    np.testing.assert_allclose(stream[-1], trace[f"{stack}.output"].numpy(), rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(tensors[f"{stack}.lengths"], np.linalg.norm(stream, axis=-1), rtol=1e-5)
    for number, place in enumerate(here):
        output = trace[f"{place}.output"].numpy()
        shown = tensors[f"{stack}.outputs"][number]
        np.testing.assert_array_equal(shown, output)
        after = trace[f"{place}.{'residual' if pre else 'norm'}"].numpy()
        inside = trace[f"{place}.{'norm' if pre else 'residual'}"].numpy()
        np.testing.assert_allclose(stream[number + 1], after, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(tensors[f"{stack}.beside"][number], inside, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(tensors[f"{stack}.added"][number], np.linalg.norm(output, axis=-1), rtol=1e-4)


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_a_person_can_check_every_norm(walked: Passage, sent: Payload, stack: str) -> None:
    """LN(x) = γ ⊙ (x − μ) / √(σ² + ε) + β, from what the browser has: as its equation fills it in."""
    tensors, pre = sent.tensors, sent.facts["preNorm"]
    assert len(tensors[f"{stack}.gamma"]) == len(places(walked, stack)) + pre
    for number, (gamma, beta, moments) in enumerate(
        zip(tensors[f"{stack}.gamma"], tensors[f"{stack}.beta"], tensors[f"{stack}.moments"], strict=True)
    ):
        stream, beside = tensors[f"{stack}.stream"], tensors[f"{stack}.beside"][number]
        final = number == len(places(walked, stack))
        read = stream[number] if pre else beside
        result = stream[number + 1] if final or not pre else beside
        mean, variance, mean_after, variance_after = moments[:, :, None]
        by_hand = gamma * (read - mean) / np.sqrt(variance + sent.facts["epsilon"]) + beta
        np.testing.assert_allclose(by_hand, result, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(mean_after[:, 0], result.mean(-1), atol=1e-5)
        np.testing.assert_allclose(variance_after[:, 0], result.var(-1), rtol=1e-4)


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_neurons_are_what_the_layer_reads_against_its_weights(walked: Passage, sent: Payload, stack: str) -> None:
    tensors, pre = sent.tensors, sent.facts["preNorm"]
    sublayers = len(sent.facts["sublayers"][stack])
    hidden = tensors[f"{stack}.hidden"]
    own = [walked.trace[f"{stack}.{layer}.feed_forward.hidden"].numpy() for layer in range(len(hidden))]
    np.testing.assert_allclose(hidden, own, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(tensors[f"{stack}.share"], (hidden > 0).mean(-1), atol=1e-6)
    for layer in range(len(hidden)):
        at = (layer + 1) * sublayers - 1
        read = tensors[f"{stack}.{'beside' if pre else 'stream'}"][at]
        weights, bias = (
            tensors[f"{stack}_layers.{layer}.feed_forward.expand.{name}"].astype(np.float32)
            for name in ("weight", "bias")
        )
        activation = {"relu": F.relu, "swish": F.silu, "gelu": F.gelu}[sent.facts["activation"]]
        by_hand = activation(torch.from_numpy(read @ weights.T + bias)).numpy()
        np.testing.assert_allclose(by_hand, hidden[layer], rtol=1e-4, atol=1e-5)


def test_the_last_layers_guess_is_the_models_own(walked: Passage, sent: Payload) -> None:
    guesses, own = sent.facts["passage"]["guesses"], walked.trace["logits"].softmax(-1).max(-1)
    assert len(guesses) == walked.translator.model.config.decoder_layers
    assert tuple(each["token"] for each in guesses[-1]) == tuple(walked.translator.tokenizer.tokens(own.indices))
    np.testing.assert_allclose([each["probability"] for each in guesses[-1]], own.values, rtol=1e-5)


def test_the_pieces_are_named_as_the_vocabulary_names_them(walked: Passage, sent: Payload) -> None:
    model, tokenizer = walked.translator.model, walked.translator.tokenizer
    written = model.decoder_layers[1].feed_forward.contract.weight[:, 3]
    table = model.output_projection.weight.clone()
    table[:3] = -written  # padding, unknown and START are never said
    nearest = torch.cosine_similarity(table, written, dim=-1).topk(5)
    np.testing.assert_allclose(sent.tensors["decoder.nearness"][1, 3], nearest.values.detach(), atol=1e-3)
    for place, token in zip(sent.tensors["decoder.promoted"][1, 3], tokenizer.tokens(nearest.indices), strict=True):
        piece = sent.facts["pieces"][place]
        assert piece["text"] == (token.replace("▁", "") or "␣")
        assert piece["joined"] is not (token.startswith("▁") or token == "</s>")


def test_a_large_model_says_nothing_of_what_its_neurons_point_to(walked: Passage, monkeypatch) -> None:
    monkeypatch.setattr(neurons, "LARGEST", 0)
    assert "pieces" not in derivations.sent("residual", walked).facts


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(SNIPPETS)))
def test_the_code_holds_for_either_order(walked: Passage, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transformer, "load", lambda name: {walked.model: walked.translator}[name])
    trace = walked.translator.trace(SENTENCE)
    snippet = snippets(walked.translator.model.config.activation)[number]
    for kind in ATTENTION_KINDS:
        focus = Focus(kind, 1, 0, 2)
        value = snippet.run(SENTENCE, focus, walked.model)
        torch.testing.assert_close(value, snippet.expected(trace, focus), rtol=1e-4, atol=1e-5)
