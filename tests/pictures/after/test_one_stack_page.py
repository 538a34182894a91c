"""One stack: its square is the trace, its writing follows the strategy, and its numbers are those measured."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from app_tests import facts, open_page, problems

from transformer.analysis.measures.bits import with_bits
from transformer.analysis.measures.cache_times import cache_bytes, measure_cache
from transformer.analysis.measures.predecessors import ONE_STACK
from transformer.decoding.strategies import Sampling
from transformer.model.building import build
from transformer.model.cache import DecoderCache
from transformer.training import changes
from viewer.pictures.after.one_stack import bits, measured, square, writing
from viewer.pictures.before.models import translate_greedily

SENTENCE, BEGINNING = "The dog eats bread.", "The dog eats"


def test_fewer_bits_translate(comparison_models: Path) -> None:
    rounded = bits.payload(SENTENCE).facts["steps"]
    assert [step["at"] for step in rounded] == ["16 bits", "4 bits", "3 bits", "2 bits"]
    text = "".join(piece["text"] for piece in rounded[3]["translations"][0])
    assert text.startswith(with_bits(square.one_stack(), 2).translate(SENTENCE, 1, 0.0).text)  # its limit is another


def test_the_blocks_of_the_square_are_those_of_the_trace(comparison_models: Path) -> None:
    sent = square.payload(SENTENCE)
    text = translate_greedily(ONE_STACK, SENTENCE).text
    trace = square.one_stack().trace(SENTENCE, text)
    english, stack = len(sent.facts["source"]), torch.as_tensor(sent.tensors["stack"])
    for layer, weights in enumerate(stack):
        torch.testing.assert_close(weights, trace[f"decoder.{layer}.self_attention.weights"].mean(dim=0))
        assert not weights.triu(1).any()  # nothing looks ahead
    folder = comparison_models.with_name("after") / ONE_STACK
    result = square.SNIPPET.run(str(folder), SENTENCE, text)
    torch.testing.assert_close(stack[0, english:, :english], result)
    shapes = {name: tuple(sent.tensors[name].shape[1:]) for name in ("encoder", "cross", "decoder")}
    french = len(sent.facts["target"])
    assert shapes == {"encoder": (english, english), "cross": (french, english), "decoder": (french, french)}


@pytest.mark.parametrize("how", [Sampling(), Sampling(0.5, top_k=3, seed=4), Sampling(2.0, top_p=0.3, seed=9)], ids=str)
def test_what_could_come_next_has_the_strategys_probabilities(comparison_models: Path, how: Sampling) -> None:
    sent = writing.payload(BEGINNING, how).facts
    translator = square.one_stack()
    written = translator.write_on(BEGINNING, how, writing.WRITTEN)
    assert len(sent["steps"]) == len(written.hypothesis.tokens)
    assert sent["ended"] == written.hypothesis.finished
    rows = how.drawn_from(written.log_probabilities.double())
    for step, token, row in zip(sent["steps"], written.hypothesis.tokens, rows, strict=True):
        (taken,) = [each for each in step["candidates"] if each["taken"]]
        assert taken["text"] == step["token"]["text"]
        assert taken["probability"] == pytest.approx(float(row[token]))
        left = [each["probability"] > 0 for each in step["candidates"]]
        assert (len(left), sum(left)) == (writing.SHOWN, min(writing.SHOWN, int((row > 0).sum())))


@pytest.mark.parametrize("change", [{}, {"key_heads": 2}])
def test_a_cache_has_as_many_bytes_as_is_said(comparison_models: Path, change: dict[str, int]) -> None:
    config = replace(square.one_stack().model.config, **change)
    model, text = build(config).eval(), torch.tensor([[5, 6, 7]])
    cache = DecoderCache(config.decoder_layers)
    with torch.no_grad():
        model.read(text[:, :0], text, cache)
    kept = [each for layer in cache.self_attention for each in (layer.key, layer.value) if each is not None]
    assert sum(each.nbytes for each in kept) == cache_bytes(config, 3, 4)
    assert [row.tokens for row in measure_cache(model, (2, 4)).rows] == [2, 4]


def test_a_large_models_cache_takes_gigabytes() -> None:
    assert cache_bytes(measured.LARGE, measured.CONTEXT, 2) == 2 * 32 * 4096 * 8192 * 2 == 4 * 2**30
    assert cache_bytes(measured.GROUPED, measured.CONTEXT, 2) == 2**30


def test_a_recorded_change_is_better_or_worse_if_all_its_seeds_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    losses = {"base": (3.0, 3.1), "RoPE": (2.8, 2.9), "gated": (3.05, 3.2), "12 layers, post-norm": (None, 6.5)}
    runs = [
        {"name": name, "seed": seed, "parameters": 9, "loss": loss, "seconds": 1.0}
        for name, own in losses.items()
        for seed, loss in enumerate(own)
    ]
    path = tmp_path / "changes.json"
    monkeypatch.setattr("transformer.training.changes.SHIPPED_CHANGES", path)
    path.write_text(json.dumps({"facts": {"training": {"steps": 7}, "machine": "one"}, "runs": runs}), encoding="utf-8")
    table = measured.change_table(None)
    assert table.iloc[:, 2:].to_numpy().tolist() == [
        ["3.050 (3.000 to 3.100)", ""],
        ["2.850 (2.800 to 2.900)", "better"],
        ["3.125 (3.050 to 3.200)", "neither better nor worse"],
        ["6.500 (6.500 to 6.500), 1 of 2 broke off", "worse"],
    ]
    assert "33% of rows" in measured.describe_changes(None)
    assert measured.NAMES.keys() == changes.CHANGES.keys()


@pytest.mark.slow
def test_any_sentence_and_any_beginning_is_shown_or_asked_for(comparison_models: Path) -> None:
    app = open_page("one_stack", sentence=SENTENCE, on_seed="7", on_temperature="1.5")
    assert not problems(app)
    assert any("seed 7" in each.get("how", "") for each in facts(app))
    for sentence in ("你好 🙂", "</s><pad>", "The cat drinks water and " * 60):
        app.text_input(key="sentence").set_value(sentence).run()
        assert not problems(app)
    app.text_input(key="beginning").set_value("").run()
    assert any("Type how a text begins" in each.value for each in app.info)
    app.text_input(key="beginning").set_value("🙂").run()
    assert any("can read nothing" in each for each in problems(app))


@pytest.mark.slow
def test_a_missing_model_is_one_sentence(comparison_models: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("transformer.model.folder.LATER_MODELS", tmp_path)
    (told,) = problems(open_page("one_stack", sentence=SENTENCE))
    assert "missing" in told
