"""The browser's forward pass and searches give the library's numbers, with every kind of model and probe."""

from pathlib import Path
from typing import Any

import pytest
import torch
from in_node import ask
from safetensors.torch import load_file
from shipped_models import shipped_model
from texts import ODD, sentences
from tiny import constant_model, tiny_model

import transformer
from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import Search, SearchOptions, default_max_length
from transformer.decoding.trace import Trace, trace_tokens, whole_target
from transformer.edits import parse
from transformer.model.folder import find_model, save_model
from transformer.model.probe import Probe
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import END
from transformer.text.tokenizer import SubwordTokenizer
from transformer.training.ages import FILES, SHIPPED_AGES, load_age, read_ages
from transformer.translator import Translator

SOURCE, TARGET = [9, 40, 7, 77, 12, 5, 3], [8, 30, 11, 99, 6, 3]
KINDS = {
    "post": {"norm": "post"},
    "pre": {"norm": "pre", "d_model": 40, "d_ff": 50, "heads": 2},
    "narrow": {"norm": "pre", "positions": "learned", "d_model": 10, "d_ff": 7, "heads": 1, "encoder_layers": 3},
    "untied": {"norm": "post", "tied_embeddings": False, "d_model": 36, "heads": 3},
}
PROBES: dict[str, dict[str, Any]] = {
    "a head's weights": {"factors": {"decoder.0.cross_attention.weights": 0.5}},
    "keys and a sum": {"factors": {"encoder.1.self_attention.key": 0.0, "decoder.1.self_attention.residual": -2.0}},
    "positions": {"factors": {"encoder.positions": 0.0, "decoder.positions": 3.0}},
    "the layers' order": {"turned": ["encoder.order", "decoder.order"]},
    "logits": {"turned": ["logits", "decoder.output"]},
    "neurons": {"turned": ["encoder.0.feed_forward.hidden", "decoder.0.feed_forward.norm"]},
}


class Changing:
    """The probe of asked.js."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self.factors, self.turned = asked.get("factors", {}), asked.get("turned", ())

    def __call__(self, name: str, value: torch.Tensor) -> torch.Tensor:
        value = value * self.factors[name] if name in self.factors else value
        return value.flatten().flip(0).view_as(value) if name in self.turned else value


def changing(asked: dict[str, Any] | None) -> Probe | None:
    return None if asked is None else Changing(asked)


@pytest.fixture(scope="module", params=KINDS)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, tiny_tokenizer) -> Path:
    made = tmp_path_factory.mktemp("engine") / request.param
    model = tiny_model(seed=3, vocabulary_size=tiny_tokenizer.size, max_length=18, **KINDS[request.param])
    return write_model(made, model, tiny_tokenizer)


def write_model(folder: Path, model: Transformer, tokenizer: SubwordTokenizer) -> Path:
    card = {"source_language": "en", "target_language": "fr", "scores": []}
    save_model(folder, model, tokenizer, torch.arange(tokenizer.size), card)
    return folder


def load_model(folder: Path) -> Translator:
    model = transformer.load(folder)
    assert isinstance(model, Translator)
    return model


def assert_same_activations(expected: Trace, names: list[str], file: Path, close: float) -> None:
    found = load_file(file)
    assert names == list(expected)
    torch.testing.assert_close(found, dict(expected), atol=close, rtol=close, check_dtype=False)


def assert_same_search(expected: Search, found: dict[str, Any]) -> None:
    for ours, theirs in zip(expected.hypotheses, found["hypotheses"], strict=True):
        assert (list(ours.tokens), ours.finished) == (theirs["tokens"], theirs["finished"])
        assert theirs["logProbabilities"] == pytest.approx(ours.log_probabilities, abs=2e-3)
        assert theirs["score"] == pytest.approx(ours.score, abs=1e-3)
    for node, their in zip(expected.nodes, found["nodes"], strict=True):
        ours = (node.parent, node.step, node.token, node.state)
        assert ours == (their["parent"], their["step"], their["token"], their["state"])
        numbers = [their["logProbability"], their["total"], their["score"]]
        assert numbers == pytest.approx([node.log_probability, node.total, node.score], abs=2e-3)


@pytest.mark.slow
def test_all_activations_are_the_librarys(folder: Path, tmp_path: Path) -> None:
    model = load_model(folder)
    probes = [None, *PROBES.values()]
    asked = [
        {"task": "trace", "ids": SOURCE, "tokens": TARGET, "probe": probe, "file": str(tmp_path / str(at))}
        for at, probe in enumerate(probes)
    ]
    answers = ask(folder, asked)
    for at, (probe, names) in enumerate(zip(probes, answers, strict=True)):
        trace = trace_tokens(model, SOURCE, whole_target(TARGET, 18), changing(probe))
        assert_same_activations(trace, names, tmp_path / str(at), 1e-4)


EDITS: dict[str, dict[str, Any]] = {
    "close:1:4": {"close": [1, 4]},
    "zero_head:cross.1.0": {"heads": ["cross.1.0"]},
    "close:0,zero_head:cross.0.0,zero_head:encoder.1.0,zero_head:decoder.0.0": {
        "close": [0],
        "heads": ["cross.0.0", "encoder.1.0", "decoder.0.0"],
    },
}


@pytest.mark.slow
def test_edits_do_what_the_librarys_do(folder: Path, tmp_path: Path) -> None:
    model = load_model(folder)
    same = {"task": "trace", "ids": SOURCE, "tokens": TARGET}
    asked = [{**same, "edit": edit, "file": str(tmp_path / str(at))} for at, edit in enumerate(EDITS.values())]
    for at, (edit, names) in enumerate(zip(EDITS, ask(folder, asked), strict=True)):
        trace = trace_tokens(model, SOURCE, whole_target(TARGET, 18), parse(edit).probe(model))
        assert_same_activations(trace, names, tmp_path / str(at), 1e-4)


@pytest.mark.slow
def test_searches_find_the_same(folder: Path) -> None:
    model = load_model(folder).model
    held: list[dict[str, Any]] = [{}, {"prefix": [20, 33, 5]}, {"prefix": [20, 3]}, {"prefix": list(range(10, 26))}]
    held += [{"probe": probe} for probe in PROBES.values()]
    held += [{"probe": PROBES["a head's weights"], "prefix": [7]}]
    cases = [(each, size, alpha) for each in held for size, alpha in ((0, 0.6), (1, 0.0), (4, 1.0))]
    asked = [{"task": "decode", "ids": SOURCE, "size": size, "alpha": alpha, **each} for each, size, alpha in cases]
    for (each, size, alpha), found in zip(cases, ask(folder, asked), strict=True):
        prefix = each.get("prefix", [])
        free = default_max_length(model, len(SOURCE))
        longest, probe = min(max(free, len(prefix) + free // 2), 18), changing(each.get("probe"))
        options = SearchOptions(longest, [prefix], record=True, probe=probe)
        if size:
            (search,) = beam_search(model, [SOURCE], size, alpha, options)
        else:
            search = Search(tuple(greedy(model, [SOURCE], options, alpha)))
        assert_same_search(search, found)
        if found["greedily"] and not prefix:  # the beam has had all of it
            (alone,) = greedy(model, [SOURCE], options)
            assert list(alone.tokens) == found["greedily"]["tokens"]
            assert found["greedily"]["logProbabilities"] == pytest.approx(alone.log_probabilities, abs=2e-3)


def test_of_equally_probable_tokens_the_same_is_taken(tmp_path: Path, tiny_tokenizer) -> None:
    logits = [0.0 if token in (END, 7, 20, 21) else -1000.0 for token in range(tiny_tokenizer.size)]
    model = load_model(write_model(tmp_path, constant_model(logits, max_length=18), tiny_tokenizer)).model
    cases = [(size, alpha) for size in (1, 2, 5, 8) for alpha in (0.0, 1.0)]
    asked = [{"task": "decode", "ids": [9, 3], "size": size, "alpha": alpha} for size, alpha in cases]
    for (size, alpha), found in zip(cases, ask(tmp_path, asked), strict=True):
        options = SearchOptions(default_max_length(model, 2), record=True)
        assert_same_search(beam_search(model, [[9, 3]], size, alpha, options)[0], found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["en-fr", "en-de"])
def test_a_shipped_model_translates_alike(name: str) -> None:
    model, texts = shipped_model(name), [*sentences(12, seed=2), *ODD[3:14]]
    sources = [list(source.ids) for source in map(model.read, texts) if not source.empty]
    # Without the record: of thousands of nodes some two are as good as equal, and change places on another processor.
    how = {"task": "decode", "alpha": 1.0, "record": False}
    asked = [{**how, "ids": ids, "size": size} for ids in sources for size in (0, 5)]
    found = ask(find_model(name), asked)
    options = SearchOptions(compiled=model.compiled)
    for ids in sources:
        expected = [Search(tuple(greedy(model.model, [ids], options, 1.0)))]
        expected += beam_search(model.model, [ids], 5, 1.0, options)
        for search in expected:
            assert_same_search(search, found.pop(0))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["en-fr", "en-de"])
def test_a_shipped_model_computes_alike(name: str, tmp_path: Path) -> None:
    model, texts = shipped_model(name), [*sentences(12, seed=3), *ODD[8:14]]
    sources = [list(source.ids) for source in map(model.read, texts)]
    targets = [list(each.tokens) for each in greedy(model.model, sources)]
    pairs = list(enumerate(zip(sources, targets, strict=True)))
    asked = [{"task": "trace", "ids": ids, "tokens": to, "file": str(tmp_path / str(at))} for at, (ids, to) in pairs]
    for names, (at, (ids, tokens)) in zip(ask(find_model(name), asked), pairs, strict=True):
        expected = trace_tokens(model, ids, whole_target(tokens, model.model.config.max_length))
        assert_same_activations(expected, names, tmp_path / str(at), 1e-4)


@pytest.mark.slow
def test_a_recorded_model_computes_and_translates_alike_at_every_age(tmp_path: Path) -> None:
    steps, text = read_ages().steps, "My mother has bought a small red car."
    asked, expected = [], []
    for age, step in enumerate(steps):
        model, file = load_age(step), str(tmp_path / str(age))
        ids = list(model.read(text).ids)
        (search,) = beam_search(model.model, [ids], 5, 1.0)
        best = search.best
        expected.append((search, trace_tokens(model, ids, whole_target(best.tokens, model.model.config.max_length))))
        asked.append({"task": "decode", "age": age, "ids": ids, "size": 5, "alpha": 1.0, "record": False})
        asked.append({"task": "trace", "age": age, "ids": ids, "tokens": list(best.tokens), "file": file})
    found = ask(SHIPPED_AGES, asked, ages=FILES)
    for age, (search, trace) in enumerate(expected):
        assert_same_search(search, found[2 * age])
        assert_same_activations(trace, found[2 * age + 1], tmp_path / str(age), 1e-4)
