"""What the chapter on queries, keys and values sends: with it alone the browser can compute every Q, K and V."""

import itertools
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from passages import SENTENCE, passage

import transformer
from transformer.model.attentions import ATTENTION_KINDS, place
from viewer.component.parcel import unpacked
from viewer.shared.state import Focus
from viewer.walk.exactly import exactly
from viewer.walk.passage import Passage
from viewer.walk.projections import stage as projections
from viewer.walk.projections import weights as projections_weights
from viewer.walk.projections.snippets import SNIPPETS


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_the_inputs_and_matrices_that_are_sent_make_the_queries_keys_and_values(kind: Any, walked: Passage) -> None:
    tensors = projections.stage(walked).numbers.tensors
    sent = unpacked(projections_weights.of_model(walked.model, walked.translator).packed).tensors
    for layer in range(2):
        x = np.asarray(tensors[f"{kind}.x"][layer], dtype=np.float64)
        memory = np.asarray(tensors["memory"], dtype=np.float64) if kind == "cross" else x
        for index, (name, read) in enumerate((("query", x), ("key", memory), ("value", memory))):
            for head in range(4):
                matrix, bias = (sent[f"{kind}.{part}"][layer, index, head].astype(float) for part in ("weight", "bias"))
                computed = walked.trace[f"{place(kind, layer)}.{name}"][head].numpy()
                np.testing.assert_allclose(read @ matrix.T + bias, computed, rtol=1e-4, atol=1e-5)
                np.testing.assert_array_equal(tensors[f"{kind}.{name}"][layer, head], computed)


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_the_similarities_fit_the_sentence_and_the_model(kind: Any, walked: Passage) -> None:
    tensors = projections.stage(walked).numbers.tensors
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
            np.testing.assert_array_equal(
                tensors[f"{kind}.{name}"][layer], walked.trace[f"{place(kind, layer)}.{name}"]
            )
        away = (tensors[f"{kind}.asymmetric"][layer] - raw).abs().flatten(1).max(dim=1).values
        np.testing.assert_array_equal(tensors[f"{kind}.fromModel"][layer], away)
        assert float(away.max()) < 1e-5
        assert float(tensors[f"{kind}.fromColumns"][layer].max()) < 1e-5
    if kind == "cross":
        assert "cross.asymmetry" not in tensors
        return
    asymmetry = tensors[f"{kind}.asymmetry"]
    assert asymmetry.shape == tensors[f"{kind}.themselves"].shape == (2, 3, 4)
    assert float(asymmetry[:, :2].max()) < 1e-4 < float(asymmetry[:, 2].min())
    widest = max(abs(float(raw[3, i, j] - raw[3, j, i])) for i in range(rows) for j in range(rows))
    assert float(asymmetry[1, 2, 3]) == pytest.approx(widest, rel=1e-4)
    for way, scores in enumerate(tensors[f"{kind}.{name}"] for name in ("naive", "symmetric", "asymmetric")):
        for layer, head in itertools.product(range(2), range(4)):
            of_head = scores[layer] if way == 0 else scores[layer, head]
            own = sum(
                float(row[at]) > max(row[:at].tolist() + row[at + 1 :].tolist()) for at, row in enumerate(of_head)
            )
            assert int(tensors[f"{kind}.themselves"][layer, way, head]) == own


def test_the_matrices_depend_on_the_model_alone_and_are_exact(walked: Passage) -> None:
    weights = projections_weights.of_model(walked.model, walked.translator)
    other = passage(Path(walked.model), "My mother reads a book.", walked.translator)
    assert projections_weights.of_model(other.model, other.translator).packed == weights.packed
    assert projections.stage(walked).numbers.facts["weights"] == weights.fingerprint
    assert projections.stage(other).numbers.facts["weights"] == weights.fingerprint
    sent = unpacked(weights.packed)
    assert sent.facts["fingerprint"] == weights.fingerprint
    linear = walked.translator.model.decoder_layers[1].cross_attention.value_projection
    assert sent.tensors["cross.weight"].dtype == np.float16
    np.testing.assert_array_equal(
        sent.tensors["cross.weight"][1, 2].reshape(16, 16).astype(np.float32), linear.weight.detach().numpy()
    )


def test_the_shipped_models_matrices_are_exact_in_16_bits() -> None:
    translator = transformer.load("en-fr")
    tensors = unpacked(projections_weights.of_model("en-fr", translator).packed).tensors
    assert {array.dtype for array in tensors.values()} == {np.dtype(np.float16)}
    first = translator.model.encoder_layers[0].self_attention.query_projection.weight.detach().numpy()
    np.testing.assert_array_equal(tensors["encoder.weight"][0, 0].reshape(first.shape).astype(np.float32), first)


def test_numbers_that_16_bits_cannot_hold_are_sent_in_32() -> None:
    exact, inexact = torch.tensor([0.5, -2.0]), torch.tensor([0.5, 0.1])
    assert exactly(exact).dtype == np.float16
    np.testing.assert_array_equal(exactly(inexact), inexact.numpy())


def test_other_matrices_have_another_fingerprint(walked: Passage, tiny_folder: Path) -> None:
    changed = transformer.load(tiny_folder)
    with torch.no_grad():
        changed.model.encoder_layers[0].self_attention.key_projection.bias[0] += 1
    before = projections_weights.of_model(walked.model, walked.translator).fingerprint
    assert projections_weights.of_model("changed", changed).fingerprint != before


def test_the_parameters_are_counted_on_this_model(walked: Passage) -> None:
    counted = projections.stage(walked).numbers.facts["parameters"]
    assert (counted["attentions"], counted["alike"]) == (6, True)
    attention = walked.translator.model.encoder_layers[0].self_attention
    numbers = sum(sum(row["of_each_head"]) + row["biases"] for row in counted["rows"])
    assert numbers == sum(parameter.numel() for parameter in attention.parameters())


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
@pytest.mark.parametrize("name", ["query", "key", "value"])
def test_the_code_computes_whichever_number_is_in_focus(
    kind: Any, name: str, walked: Passage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transformer, "load", lambda _: walked.translator)
    read = "memory" if kind == "cross" and name != "query" else "x"
    code = SNIPPETS[0]
    chosen = type(code)(code.title, code.code, code.expected, {"projection": name, "read": read, "row": 2, "column": 3})
    value = chosen.run(SENTENCE, Focus(kind, 1, 2, 0), walked.model)
    trace = walked.translator.trace(SENTENCE)
    torch.testing.assert_close(value, trace[f"{place(kind, 1)}.{name}"][2, 2, 3])


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_the_code_computes_all_three_similarities(kind: Any, walked: Passage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transformer, "load", lambda _: walked.translator)
    code = next(each for each in SNIPPETS if each.title == "similarities")
    names: dict[str, Any] = {}
    with torch.inference_mode():
        exec(code.filled(SENTENCE, Focus(kind, 1, 2, 0), walked.model), names)
    tensors = projections.stage(walked).numbers.tensors
    torch.testing.assert_close(names["naive"], tensors[f"{kind}.naive"][1])
    torch.testing.assert_close(names["symmetric"], tensors[f"{kind}.symmetric"][1, 2])
    torch.testing.assert_close(names["result"], tensors[f"{kind}.asymmetric"][1, 2])
