"""The compiled code gives the numbers of the modules, and is not used where it could not."""

import math
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import random_tokens, tiny_model

from transformer.decoding.beam_search import beam_search
from transformer.decoding.compiled import library as found
from transformer.decoding.compiled.decoder import CompiledDecoder
from transformer.decoding.compiled.library import Library, library
from transformer.decoding.compiled.model import CompiledModel, compile_model
from transformer.decoding.greedy import greedy
from transformer.decoding.search import SearchOptions
from transformer.model.probe import Recorder
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import START

compiled = pytest.mark.skipif(library() is None, reason="no compiler, or a processor without AVX2")
CLOSE = {"rtol": 1e-5, "atol": 2e-5}  # in float32
SOURCE = random_tokens(1, 6, seed=1)


def frozen_model(seed: int = 0, **sizes: object) -> Transformer:
    """A model as those that ship: frozen, its numbers held by 16 bits."""
    return tiny_model(seed, **sizes).half().float().eval().requires_grad_(False)


def compile_or_fail(model: Transformer) -> CompiledModel:
    compiled = compile_model(model)
    assert compiled is not None
    return compiled


def start_decoder(model: Transformer, source: torch.Tensor = SOURCE, rows: int = 1) -> CompiledDecoder:
    return CompiledDecoder(compile_or_fail(model), source.expand(rows, -1))


@pytest.mark.skipif(shutil.which("cc") is None, reason="nothing here that could have compiled it")
def test_where_there_is_a_compiler_the_code_was_compiled() -> None:
    files = [Path(found.__file__).with_name(found.NAME + suffix) for suffix in EXTENSION_SUFFIXES]
    assert [Library(path).lanes in (0, 8, 16) for path in files if path.exists()] == [True]


@pytest.mark.slow
@compiled
@pytest.mark.parametrize("lanes", [8, 16])
@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("sizes", [{}, {"d_model": 96, "d_ff": 80, "heads": 3}, {"d_model": 10, "d_ff": 7, "heads": 1}])
@pytest.mark.parametrize("rows", [1, 2, 3, 5, 6, 11, 13, 27])
@torch.no_grad()
def test_every_step_equals_the_whole_target_at_once(lanes, norm, sizes, rows, monkeypatch) -> None:
    monkeypatch.setattr(library(), "lanes", min(lanes, library().lanes))
    positions = "learned" if rows % 2 else "sinusoidal"
    ends = {"activation": "swish", "output_bias": True} if rows % 3 == 0 else {}
    model = frozen_model(rows, norm=norm, positions=positions, tied_embeddings=rows > 3, **ends, **sizes)
    target = random_tokens(rows, 9, seed=rows)
    target[:, 0] = START
    decoder = start_decoder(model, rows=rows)
    for position in range(target.size(1)):
        logits = decoder.step(target[:, position])
        whole = model(SOURCE.expand(rows, -1), target[:, : position + 1])[:, -1]
        torch.testing.assert_close(logits, whole, **CLOSE)
    assert decoder.length == target.size(1)


@compiled
@settings(max_examples=10)
@given(data=st.data(), steps=st.integers(2, 8))
@torch.no_grad()
def test_chosen_rows_go_on_with_their_own_pasts(data: st.DataObject, steps: int) -> None:
    model = frozen_model(seed=3)
    decoder, target = start_decoder(model), torch.tensor([[START]])
    for _ in range(steps):
        logits = decoder.step(target[:, -1])
        whole = model(SOURCE.expand(len(target), -1), target)[:, -1]
        torch.testing.assert_close(logits, whole, **CLOSE)
        old = st.integers(0, len(target) - 1)
        rows = torch.tensor(data.draw(st.lists(old, min_size=1, max_size=7)))
        decoder.select(rows)
        target = torch.cat([target[rows], random_tokens(len(rows), 1, seed=len(rows))], dim=1)


@compiled
@torch.no_grad()
def test_a_pool_that_is_full_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transformer.decoding.compiled.decoder.FIRST_PLACES", 3)
    model, target = frozen_model(seed=4), random_tokens(2, 12, seed=5)
    decoder = start_decoder(model, rows=2)
    steps = torch.stack([decoder.step(token) for token in target.T], dim=1)
    torch.testing.assert_close(steps, model(SOURCE.expand(2, -1), target), **CLOSE)


@pytest.mark.slow
@compiled
@settings(max_examples=15)
@given(seed=st.integers(0, 300), beam=st.integers(1, 6), ids=st.lists(st.integers(4, 22), min_size=1, max_size=6))
def test_searches_find_the_same_with_it_and_without(seed: int, beam: int, ids: list[int]) -> None:
    model, options = frozen_model(seed, norm="pre"), SearchOptions(8, record=True)

    def found_by(options: SearchOptions) -> list[object]:
        (search,) = beam_search(model, [ids], beam, options=options)
        return [*greedy(model, [ids], options), *search.hypotheses]

    without = found_by(options)
    with_it = found_by(replace(options, compiled=compile_or_fail(model)))
    assert [each.tokens for each in with_it] == [each.tokens for each in without]
    for first, second in zip(with_it, without, strict=True):
        assert first.log_probabilities == pytest.approx(second.log_probabilities, abs=1e-4)


@compiled
@settings(max_examples=15)
@given(seed=st.integers(0, 300), beam=st.integers(1, 6), lengths=st.lists(st.integers(1, 9), min_size=2, max_size=20))
def test_several_sentences_are_decoded_as_each_alone(seed: int, beam: int, lengths: list[int]) -> None:
    model = frozen_model(seed, norm="pre")
    sources = [random_tokens(1, length, seed=length)[0].tolist() for length in lengths]
    prefixes = [source[: len(source) % 3] for source in sources]
    options = SearchOptions(12, record=True, compiled=compile_or_fail(model))

    def found_in(sources: list[list[int]], prefixes: list[list[int]]) -> list[tuple[tuple[int, ...], ...]]:
        forced = replace(options, prefixes=prefixes)
        searches = [each for used in (options, forced) for each in beam_search(model, sources, beam, options=used)]
        greedily = [each for used in (options, forced) for each in greedy(model, sources, used)]
        return [tuple(each.tokens for each in search.hypotheses) for search in searches] + [
            (each.tokens,) for each in greedily
        ]

    alone = [found_in([source], [prefix]) for source, prefix in zip(sources, prefixes, strict=True)]
    assert found_in(sources, prefixes) == [found for way in zip(*alone, strict=True) for found in way]


@compiled
@pytest.mark.parametrize("lanes", [8, 16])
def test_equal_continuations_are_ranked_by_row_and_token(lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library(), "lanes", min(lanes, library().lanes))
    logits = torch.randint(0, 4, (6, 700), generator=torch.Generator().manual_seed(1)).float()
    totals = torch.tensor([[-1.0, -2.0, -math.inf], [-0.5, -0.5, -0.5]])
    values, indices = library().rank(logits, totals, 12)
    plain = (totals.view(-1, 1) + torch.log_softmax(logits, dim=-1)).view(2, -1)
    expected, order = plain.sort(dim=-1, descending=True, stable=True)
    torch.testing.assert_close(values, expected[:, :12])
    assert indices.tolist() == order[:, :12].tolist()
    few, none = library().rank(logits[:1, :2].contiguous(), totals[:1, :1].contiguous(), 3)
    assert few[0, 2] == -math.inf
    assert none[0, 2] == 0


@compiled
def test_many_threads_decode_with_one_model() -> None:
    model = frozen_model(seed=6)
    options = SearchOptions(compiled=compile_or_fail(model))
    sources = [random_tokens(1, 3 + number % 5, seed=number)[0].tolist() for number in range(40)]
    alone = [greedy(model, [source], options)[0] for source in sources]
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda source: greedy(model, [source], options)[0], sources)) == alone


@compiled
@torch.no_grad()
def test_tokens_and_positions_that_the_model_lacks_are_refused() -> None:
    model = frozen_model(max_length=7)
    for token in (-1, model.config.vocabulary_size, 2**40):
        with pytest.raises(IndexError):
            start_decoder(model, rows=2).step(torch.tensor([5, token]))
        with pytest.raises(IndexError):
            compile_or_fail(model).encode(torch.tensor([[5, token]]))
    decoder = start_decoder(model)
    for _ in range(7):
        decoder.step(torch.tensor([5]))
    with pytest.raises(IndexError):
        decoder.step(torch.tensor([5]))
    with pytest.raises(ValueError):
        start_decoder(model, random_tokens(1, 8))
    with pytest.raises(ValueError):
        start_decoder(model).step(torch.tensor([5, 6]))


@compiled
@pytest.mark.parametrize(
    "change",
    [
        lambda model: model.double(),
        lambda model: model.encoder_layers[0].self_attention.key_projection.weight.add_(1e-6),
        lambda model: model.decoder_layers[1].cross_attention.query_projection.weight.add_(1e-6),
        lambda model: model.decoder_layers[0].feed_forward.expand.weight.fill_(torch.nan),
        lambda model: model.output_projection.weight.fill_(1e6),
    ],
)
@torch.no_grad()
def test_a_model_that_16_bits_do_not_hold_is_not_compiled(change: Callable[[Transformer], object]) -> None:
    model = frozen_model()
    assert compile_model(model) is not None
    change(model)
    assert compile_model(model) is None


@compiled
def test_a_model_with_gelu_is_not_compiled() -> None:
    assert compile_model(frozen_model(activation="gelu")) is None


@compiled
@torch.no_grad()
def test_probes_run_the_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    model = frozen_model()
    options = SearchOptions(6, compiled=compile_or_fail(model))
    monkeypatch.setattr(CompiledDecoder, "step", lambda *_: pytest.fail("compiled"))
    assert greedy(model, SOURCE.tolist(), replace(options, probe=Recorder()))[0].tokens
    with pytest.raises(pytest.fail.Exception, match="compiled"):
        greedy(model, SOURCE.tolist(), options)


def test_a_file_that_cannot_be_loaded_counts_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = tmp_path / f"{found.NAME}.so"
    damaged.write_bytes(b"no library")
    with pytest.raises(OSError):
        Library(damaged)
    monkeypatch.setattr(found, "__file__", str(tmp_path / "library.py"))
    monkeypatch.setattr(found, "EXTENSION_SUFFIXES", [".so"])
    assert found.library.__wrapped__() is None


@compiled
def test_what_was_compiled_from_another_version_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "LAYOUT", found.LAYOUT + 1)
    assert found.library.__wrapped__() is None
