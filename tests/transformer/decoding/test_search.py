"""Greedy decoding and beam search against full forward passes and against enumeration."""

import itertools
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import constant_model, random_tokens, tiny_model

from transformer.decoding.batches import decode_sorted
from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import ROOT, Hypothesis, NodeState, SearchOptions, default_max_length, length_penalty
from transformer.decoding.strategies import Greedy, beam_or_greedy
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import END, START

sources_of_any_length = st.lists(st.lists(st.integers(4, 22), min_size=1, max_size=6), min_size=1, max_size=4)


def surer_model(seed: int, **changes: object) -> Transformer:
    return tiny_model(seed, tied_embeddings=False, norm="pre", **changes)


@torch.no_grad()
def teacher_forced(model: Transformer, source: list[int], tokens: tuple[int, ...]) -> list[float]:
    """Log-probability of each token by one whole forward pass."""
    logits = model(torch.tensor([source]), torch.tensor([[START, *tokens[:-1]]]))
    log_probabilities = torch.log_softmax(logits[0], dim=-1)
    return [log_probabilities[position, token].item() for position, token in enumerate(tokens)]


def assert_same(first: Hypothesis, second: Hypothesis) -> None:
    assert first.tokens == second.tokens
    assert first.finished is second.finished
    assert first.log_probabilities == pytest.approx(second.log_probabilities, abs=1e-4)
    assert first.score == pytest.approx(second.score, abs=1e-4)


def test_length_penalty_by_hand() -> None:
    assert length_penalty(1, 1.0) == 1.0
    assert length_penalty(7, 1.0) == 2.0
    assert length_penalty(19, 0.5) == 2.0
    assert length_penalty(123, 0.0) == 1.0


@settings(max_examples=25)
@given(
    seed=st.integers(0, 1000),
    sources=sources_of_any_length,
    alpha=st.sampled_from([0.0, 0.6, 1.0, 2.0]),
    limit=st.integers(1, 10),
)
def test_a_beam_of_one_is_greedy(seed: int, sources: list[list[int]], alpha: float, limit: int) -> None:
    model = surer_model(seed)
    for search, hypothesis in zip(
        beam_search(model, sources, beam=1, alpha=alpha, options=SearchOptions(limit)),
        greedy(model, sources, SearchOptions(limit), alpha),
        strict=True,
    ):
        assert len(search.hypotheses) == 1
        assert_same(search.best, hypothesis)


@settings(max_examples=12)
@given(seed=st.integers(0, 1000), sources=sources_of_any_length, beam=st.integers(1, 5))
def test_a_batch_gives_what_its_sentences_give_one_by_one(seed: int, sources: list[list[int]], beam: int) -> None:
    model = surer_model(seed)
    together = greedy(model, sources, SearchOptions(9))
    alone = [greedy(model, [source], SearchOptions(9))[0] for source in sources]
    for first, second in zip(together, alone, strict=True):
        assert_same(first, second)
    searches = beam_search(model, sources, beam, options=SearchOptions(9))
    for search, source in zip(searches, sources, strict=True):
        (single,) = beam_search(model, [source], beam, options=SearchOptions(9))
        for first, second in zip(search.hypotheses, single.hypotheses, strict=True):
            assert_same(first, second)


@pytest.mark.parametrize("beam", [1, 3])
def test_a_long_neighbour_in_the_batch_does_not_lengthen_a_translation(beam: int) -> None:
    model = constant_model([0.0, 1.0, 2.0, -20.0, 3.0, 4.0])  # would go on for ever
    short, long = [4], [4] * 8
    together = decode_sorted(model, [short, long], beam_or_greedy(beam))
    alone = [decode_sorted(model, [source], beam_or_greedy(beam))[0] for source in (short, long)]
    assert [len(hypothesis.tokens) for hypothesis in together] == [len(hypothesis.tokens) for hypothesis in alone]


def all_translations(model: Transformer, source: list[int], longest: int) -> dict[tuple[int, ...], float]:
    """Every finished token sequence up to a length, with its log-probability."""
    words = [token for token in range(model.config.vocabulary_size) if token != END]
    sequences = [(*start, END) for length in range(longest) for start in itertools.product(words, repeat=length)]
    return {tokens: math.fsum(teacher_forced(model, source, tokens)) for tokens in sequences}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_a_beam_as_wide_as_the_space_finds_every_translation_in_the_true_order(seed: int, alpha: float) -> None:
    model = surer_model(seed, vocabulary_size=6, encoder_layers=1, decoder_layers=1)
    source = [4, 5, 3]
    truth = all_translations(model, source, longest=4)
    assert len(truth) == 1 + 5 + 25 + 125
    scores = {tokens: total / ((5 + len(tokens)) / 6) ** alpha for tokens, total in truth.items()}
    (search,) = beam_search(model, [source], beam=6**4, alpha=alpha, options=SearchOptions(4))
    assert search.best.tokens == max(scores, key=lambda tokens: scores[tokens])
    assert {hypothesis.tokens for hypothesis in search.hypotheses} == set(truth)
    found = [hypothesis.score for hypothesis in search.hypotheses]
    assert found == sorted(found, reverse=True)
    for hypothesis in search.hypotheses:
        assert hypothesis.finished
        assert hypothesis.score == pytest.approx(scores[hypothesis.tokens], abs=1e-4)


def test_ties_go_to_the_better_placed_hypothesis_and_then_to_the_lower_id() -> None:
    model = constant_model([0.0] * 6)
    for _ in range(3):
        (search, other) = beam_search(model, [[4, 3], [5, 5, 3]], beam=3, options=SearchOptions(3, record=True))
        assert [(node.token, node.state) for node in search.nodes if node.step == 0] == [
            (0, NodeState.KEPT),
            (1, NodeState.KEPT),
            (2, NodeState.KEPT),
            (3, NodeState.PRUNED),  # END, but only fourth
            (4, NodeState.PRUNED),
            (5, NodeState.PRUNED),
        ]
        second_step = [search.path(index) for index, node in enumerate(search.nodes) if node.step == 1]
        assert second_step == [(0, token) for token in range(6)]
        assert [hypothesis.tokens for hypothesis in search.hypotheses] == [(0, 0, 0), (0, 0, 1), (0, 0, 2)]
        assert [hypothesis.tokens for hypothesis in other.hypotheses] == [(0, 0, 0), (0, 0, 1), (0, 0, 2)]
        assert greedy(model, [[4, 3]], SearchOptions(3))[0].tokens == (0, 0, 0)


def test_ties_at_the_edge_of_a_wide_beam_are_broken_by_id() -> None:
    (search,) = beam_search(constant_model([0.0] * 400), [[4, 3]], beam=50, options=SearchOptions(1, record=True))
    assert [node.token for node in search.nodes] == list(range(100))


@pytest.mark.parametrize("beam", [1, 4])
def test_the_maximum_length_is_kept_and_what_it_cuts_is_unfinished(beam: int) -> None:
    model = constant_model([0.0, 1.0, 2.0, -30.0, 3.0, 4.0])
    (hypothesis,) = decode_sorted(model, [[4, 5, 3]], beam_or_greedy(beam))
    assert len(hypothesis.tokens) == default_max_length(model, 3) == 16
    (search,) = beam_search(model, [[4, 5, 3]], beam, options=SearchOptions(5))
    assert all(not found.finished and len(found.tokens) == 5 for found in search.hypotheses)
    (cut,) = greedy(model, [[4, 5, 3]], SearchOptions(5))
    assert not cut.finished
    assert cut.tokens == (5,) * 5


@pytest.mark.parametrize("beam", [1, 3])
def test_no_translation_is_longer_than_the_models_positions(beam: int) -> None:
    model = constant_model([0.0, 1.0, 2.0, -30.0, 3.0, 4.0], max_length=8)
    assert default_max_length(model, 8) == 8
    wide = constant_model([0.0] * 6, max_length=256)
    assert [default_max_length(wide, length) for length in (8, 40, 120)] == [26, 90, 170]
    (search,) = beam_search(model, [[4, 3]], beam, options=SearchOptions(50))
    assert len(search.best.tokens) == 8
    assert len(greedy(model, [[4, 3]], SearchOptions(50))[0].tokens) == 8


@settings(max_examples=15)
@given(seed=st.integers(0, 1000), beam=st.integers(1, 5), sources=sources_of_any_length)
def test_the_recorded_search_is_consistent(seed: int, beam: int, sources: list[list[int]]) -> None:
    model = surer_model(seed, max_length=12)
    silent = beam_search(model, sources, beam)
    recorded = beam_search(model, sources, beam, options=SearchOptions(record=True))
    for search, plain in zip(recorded, silent, strict=True):
        assert plain.nodes == ()
        assert plain.hypotheses == search.hypotheses
        nodes = search.nodes
        for index, node in enumerate(nodes):
            total_before = 0.0
            if node.step == 0:
                assert node.parent == ROOT
            else:
                parent = nodes[node.parent]
                assert node.parent < index
                assert (parent.step, parent.state) == (node.step - 1, NodeState.KEPT)
                total_before = parent.total
            assert node.total == pytest.approx(total_before + node.log_probability, abs=1e-4)
            assert node.score == pytest.approx(node.total / length_penalty(node.step + 1, 1.0), abs=1e-6)
            assert (node.state is NodeState.FINISHED) <= (node.token == END)
            assert (node.state is NodeState.KEPT) <= (node.token != END)
            assert len(search.path(index)) == node.step + 1
        for step in range(1 + max(node.step for node in nodes)):
            kept = [node for node in nodes if node.step == step and node.state is NodeState.KEPT]
            assert len(kept) <= beam
        finished = {search.path(i) for i, node in enumerate(nodes) if node.state is NodeState.FINISHED}
        for hypothesis in search.hypotheses:
            assert (hypothesis.tokens in finished) is hypothesis.finished
        if len(finished) <= beam and search.best.finished:
            assert finished == {hypothesis.tokens for hypothesis in search.hypotheses}


def test_no_sentences_give_no_hypotheses_and_an_empty_beam_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        beam_search(tiny_model(), [[4, 3]], 0)
    assert greedy(tiny_model(), []) == []
    assert beam_search(tiny_model(), []) == []
    assert decode_sorted(tiny_model(), [], Greedy()) == []


@pytest.mark.parametrize("beam", [1, 3])
def test_decoding_sorted_by_length_returns_in_the_given_order(beam: int) -> None:
    model = surer_model(11)
    sources = [row[:length].tolist() for row, length in zip(random_tokens(7, 6), [6, 1, 4, 2, 6, 3, 1], strict=True)]
    one_by_one = [decode_sorted(model, [source], beam_or_greedy(beam))[0].tokens[:5] for source in sources]
    together = decode_sorted(model, sources, beam_or_greedy(beam), batch_size=3)
    assert [hypothesis.tokens[:5] for hypothesis in together] == one_by_one
