"""The payload of the chapter on queries, keys and values: from it the browser can compute every Q, K and V."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from derivations import in_browser
from passages import SENTENCE, passage
from shipped_models import shipped_model

import transformer
from transformer import Translator
from transformer.analysis.measures.similarity import largest_asymmetry, most_like_themselves
from transformer.model.attentions import ATTENTION_KINDS, place
from viewer.app.state import Focus
from viewer.walk.frame import attention
from viewer.walk.frame.pack_fp16 import pack_fp16
from viewer.walk.frame.passage import Passage
from viewer.walk.projections import stage as projections
from viewer.walk.projections.snippets import SNIPPETS
from viewer.widgets.addresses import handed_out
from viewer.widgets.payload import unpacked


@pytest.fixture
def seen(walked: Passage) -> dict[str, np.ndarray]:
    """All tensors as the browser has them."""
    return in_browser("projections", projections.stage(walked), walked)


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_the_sent_inputs_and_matrices_make_queries_keys_and_values_up_to_rounding(kind, walked, seen) -> None:
    tensors = projections.stage(walked).numbers.tensors
    sent = unpacked(attention.matrices(walked.model, walked.translator).packed).tensors
    names = ("query", "key", "value", "context")
    for layer, head, (index, name) in itertools.product(range(2), range(4), enumerate(names)):
        own = walked.trace[f"{place(kind, layer)}.{name}"][head].numpy().astype(np.float64)
        np.testing.assert_allclose(seen[f"{kind}.{name}"][layer, head], own, rtol=1e-4, atol=1e-5)
        if name != "context":
            read = tensors["memory"] if kind == "cross" and name != "query" else tensors[f"{kind}.x"][layer]
            matrix, bias = (sent[f"{kind}.{part}"][layer, index, head].astype(float) for part in ("weight", "bias"))
            by_hand = np.asarray(read, dtype=np.float64) @ matrix.T + bias
            np.testing.assert_allclose(by_hand, own, rtol=1e-4, atol=1e-5)


def test_a_large_model_sends_the_matrices_of_one_attention_at_a_time(
    walked: Passage, tiny_folder: Path, translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = in_browser("projections", projections.stage(walked), walked)
    at_once = unpacked(attention.matrices(walked.model, walked.translator).packed).tensors
    monkeypatch.setattr(attention, "LARGEST", 0)
    large = passage(tiny_folder, translator=translator)
    shown = projections.stage(large)
    assert shown.constants is None
    seen = in_browser("projections", shown, large)
    for kind in ATTENTION_KINDS:
        assert f"{kind}.weight" not in seen
        for name in ("query", "key", "value", "weights", "context", "naive", "symmetric", "asymmetric"):
            np.testing.assert_allclose(seen[f"{kind}.{name}"], whole[f"{kind}.{name}"], rtol=1e-4, atol=1e-5)
        for layer in range(2):
            sent = unpacked(handed_out(shown.numbers.facts["matrices"][f"{kind}.{layer}"])).tensors
            for part in ("weight", "bias"):
                np.testing.assert_array_equal(sent[part], at_once[f"{kind}.{part}"][layer])


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_the_similarities_fit_the_sentence_and_the_model(kind, walked, seen) -> None:
    tensors = {name: torch.tensor(each) for name, each in seen.items()}
    target, source = len(walked.trace.target_tokens), len(walked.trace.source_tokens)
    rows, columns = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}[kind]
    assert rows != columns or kind != "cross"
    assert tensors[f"{kind}.naive"].shape == (2, rows, columns)
    for layer in range(2):
        raw = walked.trace[f"{place(kind, layer)}.raw_scores"]
        torch.testing.assert_close(tensors[f"{kind}.asymmetric"][layer], raw)
        x = tensors[f"{kind}.x"][layer].numpy()
        memory = tensors["memory"].numpy() if kind == "cross" else x
        np.testing.assert_allclose(tensors[f"{kind}.naive"][layer], x @ memory.T, rtol=1e-4, atol=1e-4)
        for name in ("weights", "context"):
            torch.testing.assert_close(tensors[f"{kind}.{name}"][layer], walked.trace[f"{place(kind, layer)}.{name}"])
    if kind == "cross":
        assert "cross.asymmetry" not in tensors
        return
    for layer in range(2):
        naive, *others = (tensors[f"{kind}.{name}"][layer] for name in ("naive", "symmetric", "asymmetric"))
        ways = torch.stack([naive.expand_as(others[0]), *others])
        apart = largest_asymmetry(ways)
        torch.testing.assert_close(tensors[f"{kind}.asymmetry"][layer], apart[2], rtol=1e-4, atol=1e-4)
        assert float(apart[:2].max()) < 1e-4 < float(apart[2].min())
        assert torch.equal(tensors[f"{kind}.themselves"][layer], most_like_themselves(ways).int())


def test_the_matrices_depend_on_the_model_alone_and_are_exact(walked: Passage) -> None:
    matrices = attention.matrices(walked.model, walked.translator)
    other = passage(Path(walked.model), "My mother reads a book.", walked.translator)
    assert projections.stage(other).constants is matrices
    sent = unpacked(matrices.packed)
    cross = walked.translator.model.decoder_layers[1].cross_attention
    assert sent.tensors["cross.weight"].dtype == sent.tensors["cross.joining"].dtype == np.float16
    for made, linear in (
        (sent.tensors["cross.weight"][1, 2].reshape(16, 16), cross.value_projection),
        (sent.tensors["cross.joining"][1], cross.output_projection),
    ):
        np.testing.assert_array_equal(made.astype(np.float32), linear.weight.detach().numpy())


def test_the_shipped_models_matrices_are_exact_in_16_bits_and_others_in_32() -> None:
    inexact = torch.tensor([0.5, 0.1])
    np.testing.assert_array_equal(pack_fp16(inexact), inexact.numpy())
    translator = shipped_model("en-fr")
    tensors = unpacked(attention.matrices("en-fr", translator).packed).tensors
    assert {array.dtype for array in tensors.values()} == {np.dtype(np.float16)}
    first = translator.model.encoder_layers[0].self_attention.query_projection.weight.detach().numpy()
    np.testing.assert_array_equal(tensors["encoder.weight"][0, 0].reshape(first.shape).astype(np.float32), first)


def test_the_parameters_are_counted_on_this_model(walked: Passage) -> None:
    counted = projections.stage(walked).numbers.facts["parameters"]
    assert (counted["attentions"], counted["alike"]) == (6, True)
    attention = walked.translator.model.encoder_layers[0].self_attention
    numbers = sum(sum(row["of_each_head"]) + row["biases"] for row in counted["rows"])
    assert numbers == sum(parameter.numel() for parameter in attention.parameters())


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
@pytest.mark.parametrize("name", ["query", "key", "value"])
def test_the_code_computes_the_number_in_focus(kind, name, walked, monkeypatch) -> None:
    monkeypatch.setattr(transformer, "load", lambda _: walked.translator)
    read = "memory" if kind == "cross" and name != "query" else "x"
    code = SNIPPETS[0]
    chosen = type(code)(code.title, code.code, code.expected, {"projection": name, "read": read, "row": 2, "column": 3})
    value = chosen.run(SENTENCE, Focus(kind, 1, 2, 0), walked.model)
    trace = walked.translator.trace(SENTENCE)
    torch.testing.assert_close(value, trace[f"{place(kind, 1)}.{name}"][2, 2, 3])


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_the_code_computes_all_three_similarities(kind, walked, seen, monkeypatch) -> None:
    monkeypatch.setattr(transformer, "load", lambda _: walked.translator)
    code = next(each for each in SNIPPETS if each.title == "similarities")
    names: dict[str, Any] = {}
    with torch.inference_mode():
        exec(code.filled(SENTENCE, Focus(kind, 1, 2, 0), walked.model), names)
    for name, of in (("naive", (1,)), ("symmetric", (1, 2)), ("asymmetric", (1, 2))):
        computed = names["result" if name == "asymmetric" else name]
        np.testing.assert_allclose(computed, seen[f"{kind}.{name}"][of], rtol=1e-4, atol=1e-5)
