"""What the chapter "Decoder and output" sends to the browser."""

import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from derivations import in_browser
from passages import SENTENCE, passage
from tiny_marian import save_marian

import transformer
from transformer.decoding.search import Search
from transformer.model.folder import SHIPPED_MODELS
from transformer.text.special_tokens import END, START
from viewer.app.state import Focus
from viewer.frame.passage import Passage
from viewer.pictures.walk.output.stage import searches_measured, stage, target_ids
from viewer.transport.payload import Payload, unpacked


@pytest.fixture(scope="module")
def sent(walked: Passage) -> Payload:
    """Facts, and tensors as the browser has them."""
    shown = stage(walked)
    return Payload(unpacked(shown.numbers.packed()).facts, in_browser("output", shown, walked))


@pytest.mark.parametrize("finished", [True, False])
def test_the_ids_are_those_of_the_trace(walked: Passage, finished: bool) -> None:
    found = walked.translation.hypothesis
    words = tuple(token for token in found.tokens if token != END)[:4]
    led = replace(found, tokens=(*words, END) if finished else words, finished=finished)
    trace = walked.translator.trace(SENTENCE, led)
    passage = replace(walked, translation=replace(walked.translation, search=Search((led,))), trace=trace)
    ids = target_ids(passage)
    assert (ids[0], ids[-1]) == (START, END)
    written = walked.translator.tokenizer.tokens(ids)
    assert tuple(written[:-1]) == trace.target_tokens
    assert tuple(written[1:]) == trace.output_tokens


def test_the_browser_can_compute_every_softmax_exactly(walked: Passage, sent: Payload) -> None:
    logits = sent.tensors["logits"]
    assert logits.dtype == np.float32
    np.testing.assert_allclose(logits, walked.trace["logits"].numpy(), rtol=1e-5, atol=1e-5)
    probabilities = np.exp(logits.astype(np.float64))
    probabilities /= probabilities.sum(axis=-1, keepdims=True)
    chosen = sent.facts["chosen"]
    positions = np.arange(len(chosen))
    np.testing.assert_allclose(sent.tensors["losses"], -np.log(probabilities[positions, chosen]), rtol=1e-4)
    np.testing.assert_allclose(sent.tensors["confidence"], probabilities.max(axis=-1), rtol=1e-4)
    assert sent.tensors["top"].tolist() == np.argsort(-logits, axis=-1, kind="stable")[:, :10].tolist()


def test_the_lens_ends_in_what_the_model_says(walked: Passage, sent: Payload) -> None:
    top, probabilities = sent.tensors["lensTop"], sent.tensors["lensProbabilities"]
    levels = walked.translator.model.config.decoder_layers + 1
    assert top.shape == probabilities.shape == (levels, len(sent.facts["chosen"]), 5)
    assert top[-1].tolist() == sent.tensors["top"][:, :5].tolist()
    np.testing.assert_allclose(probabilities[-1, :, 0], sent.tensors["confidence"], rtol=1e-4)
    np.testing.assert_allclose(sent.tensors["lensChosen"][-1], np.exp(-sent.tensors["losses"]), rtol=1e-4)
    model, trace = walked.translator.model, walked.trace
    rows, chosen = model.output_projection.weight.detach().double().numpy(), np.array(sent.facts["chosen"])
    for level, name in enumerate(sent.facts["streams"]):
        said = np.exp(trace[name].double().numpy() @ rows.T)  # post-norm: no LayerNorm on top
        said /= said.sum(-1, keepdims=True)
        of_chosen = np.take_along_axis(said, chosen[:, None], axis=-1)
        assert top[level].tolist() == np.argsort(-said, axis=-1)[:, :5].tolist()
        np.testing.assert_allclose(probabilities[level], -np.sort(-said, axis=-1)[:, :5], rtol=1e-4)
        np.testing.assert_allclose(sent.tensors["lensChosen"][level], of_chosen[:, 0], rtol=1e-4)
        assert sent.tensors["lensRanks"][level].tolist() == (said > of_chosen).sum(-1).tolist()


def test_a_position_sees_itself_and_what_is_before_it(sent: Payload) -> None:
    length = len(sent.facts["chosen"])
    assert sent.tensors["mask"].tolist() == np.tril(np.ones((length, length))).tolist()


def test_every_token_that_can_be_shown_has_a_face(walked: Passage, sent: Payload) -> None:
    shown = {*sent.tensors["top"].flatten(), *sent.tensors["lensTop"].flatten(), *sent.facts["chosen"]}
    pieces = sent.facts["pieces"]
    assert {str(token) for token in shown} <= set(pieces)
    for token, piece in pieces.items():
        written = walked.translator.tokenizer.token(int(token))
        assert piece["special"] == (int(token) < 4)
        if not piece["special"]:
            assert piece["joined"] is not written.startswith("▁")
            assert piece["text"] in (written.removeprefix("▁"), "␣")


def test_greedy_decoding_stands_beside_beam_search(walked: Passage, sent: Payload) -> None:
    searches = sent.facts["searches"]
    assert searches["greedy"] == walked.translator.translate(SENTENCE, beam=1, alpha=0.0).text
    assert searches["rows"] == []  # nobody has measured a model of a test
    shipped = searches_measured("en-fr")
    written = json.loads((SHIPPED_MODELS / "en-fr" / "searches.json").read_text(encoding="utf-8"))
    assert [row["greedy_bleu"] for row in shipped["rows"]] == [row["greedy_bleu"] for row in written["rows"]]
    assert all(row["beam_bleu"] - row["greedy_bleu"] < 2 for row in shipped["rows"])  # as the page says


@pytest.mark.slow
@pytest.mark.parametrize("largest", [4_000_000, 0])
def test_an_output_bias_and_a_large_matrix_change_no_logit(tmp_path, monkeypatch, largest) -> None:
    monkeypatch.setattr("viewer.pictures.walk.output.stage.LARGEST", largest)
    walked = passage(save_marian(tmp_path / "marian"))
    shown = stage(walked)
    sent, logits = in_browser("output", shown, walked), walked.trace["logits"]
    np.testing.assert_allclose(sent["logits"], logits, rtol=1e-5, atol=1e-4)
    np.testing.assert_array_equal(sent["outputBias"], walked.translator.model.output_projection.bias)
    facts = unpacked(shown.numbers.packed()).facts
    drawn = sorted({*sent["top"].flatten().tolist(), *facts["chosen"]})
    assert facts["rows"] == (None if largest else drawn)
    rows = sent["output"].astype(np.float32)[[drawn.index(each) if facts["rows"] else each for each in drawn]]
    np.testing.assert_allclose(
        walked.trace["decoder.output"].numpy() @ rows.T + sent["outputBias"][drawn],
        logits[:, drawn],
        rtol=1e-5,
        atol=1e-4,
    )
    monkeypatch.setattr(transformer, "load", lambda name: walked.translator)
    focus = Focus("decoder", 0, None, 1)
    for snippet in shown.snippets:
        torch.testing.assert_close(snippet.run(SENTENCE, focus, walked.model), snippet.expected(walked.trace, focus))
