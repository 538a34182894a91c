"""What the chapter "Decoder and output" sends to the browser."""

import json
from dataclasses import replace

import numpy as np
import pytest
import torch
from derivations import drawn, sent
from passages import SENTENCE, passage
from shipped_models import shipped_model
from tiny_marian import save_marian

import transformer
from transformer.decoding.search import Search
from transformer.model.folder import SHIPPED_MODELS
from transformer.text.special_tokens import END
from viewer.app.state import Focus
from viewer.frame.activations import sentence_facts
from viewer.frame.passage import Passage
from viewer.pictures.walk.output.searches import of_model
from viewer.pictures.walk.output.snippets import snippets


@pytest.fixture(scope="module")
def shown(walked: Passage) -> dict[str, np.ndarray]:
    """The tensors as the browser has them."""
    return drawn("output", walked)


@pytest.fixture(scope="module")
def chosen(walked: Passage) -> list[int]:
    return sent("output", walked).facts["passage"]["ids"]["output"]


@pytest.mark.parametrize("finished", [True, False])
def test_the_ids_are_those_of_the_trace(walked: Passage, finished: bool) -> None:
    found = walked.translation.hypothesis
    words = tuple(token for token in found.tokens if token != END)[:4]
    led = replace(found, tokens=(*words, END) if finished else words, finished=finished)
    trace = walked.translator.trace(SENTENCE, led)
    passage = replace(walked, translation=replace(walked.translation, search=Search((led,))), trace=trace)
    ids, tokens = sentence_facts(passage)["ids"], walked.translator.tokenizer.tokens
    assert tuple(tokens(ids["source"])) == trace.source_tokens
    assert tuple(tokens(ids["target"])) == trace.target_tokens
    assert tuple(tokens(ids["output"])) == trace.output_tokens


def test_the_browser_computes_every_softmax_exactly(walked: Passage, shown, chosen) -> None:
    logits = shown["logits"]
    np.testing.assert_array_equal(logits, walked.trace["logits"].numpy())
    probabilities = np.exp(logits.astype(np.float64))
    probabilities /= probabilities.sum(axis=-1, keepdims=True)
    positions = np.arange(len(chosen))
    np.testing.assert_allclose(shown["losses"], -np.log(probabilities[positions, chosen]), rtol=1e-4)
    np.testing.assert_allclose(shown["confidence"], probabilities.max(axis=-1), rtol=1e-4)
    assert shown["top"].tolist() == np.argsort(-logits, axis=-1, kind="stable")[:, :10].tolist()


def test_greedy_decoding_stands_beside_beam_search(walked: Passage) -> None:
    facts = sent("output", walked).facts
    assert facts["measured"]["greedy"] == walked.translator.translate(SENTENCE, beam=1, alpha=0.0).text
    assert facts["searches"]["rows"] == []  # nobody has measured a model of a test
    shipped = of_model("en-fr", shipped_model("en-fr"))["searches"]
    written = json.loads((SHIPPED_MODELS / "en-fr" / "searches.json").read_text(encoding="utf-8"))
    assert [row["greedy_bleu"] for row in shipped["rows"]] == [row["greedy_bleu"] for row in written["rows"]]
    assert all(row["beam_bleu"] - row["greedy_bleu"] < 2 for row in shipped["rows"])  # as the page says


@pytest.mark.slow
def test_an_output_bias_is_part_of_every_logit(tmp_path, monkeypatch) -> None:
    walked = passage(save_marian(tmp_path / "marian"))
    shown, model = drawn("output", walked), walked.translator.model
    weight, bias = (shown[f"output_projection.{name}"].astype(np.float32) for name in ("weight", "bias"))
    np.testing.assert_allclose(shown["decoder.output"] @ weight.T + bias, walked.trace["logits"], rtol=1e-5, atol=1e-4)
    monkeypatch.setattr(transformer, "load", lambda name: walked.translator)
    focus = Focus("decoder", 0, None, 1)
    for snippet in snippets(model.config):
        torch.testing.assert_close(snippet.run(SENTENCE, focus, walked.model), snippet.expected(walked.trace, focus))
