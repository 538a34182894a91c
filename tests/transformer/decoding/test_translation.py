"""Decoding that can be questioned and steered: prefixes, forks, scores, distributions, alignments."""

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import constant_model, tiny_model

import transformer
from transformer import Beam, GlassformerError, Greedy, Sampling, Translator
from transformer.decoding.alignment import token_links
from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import NodeState, Search, SearchOptions, length_penalty
from transformer.decoding.strategies import Strategy
from transformer.decoding.trace import labels
from transformer.decoding.translation import Runs
from transformer.model.folder import save_model
from transformer.text.special_tokens import END, START

SENTENCE = "The dog eats bread."
STRATEGIES = [Greedy(), Beam(3, 0.6), Sampling(1.5, top_k=30, top_p=0.95, seed=4)]


@torch.no_grad()
def forced_log_probabilities(translator: Translator, source: tuple[int, ...], tokens: tuple[int, ...]) -> torch.Tensor:
    """(T, V) by one whole forward pass, without the code under test."""
    logits = translator.model(torch.tensor([source]), torch.tensor([[START, *tokens[:-1]]]))
    return torch.log_softmax(logits[0], dim=-1)


@pytest.mark.parametrize(("strategy", "alpha"), list(zip(STRATEGIES, (0.0, 0.6, 0.0), strict=True)))
def test_the_probabilities_along_a_path_multiply_to_its_score(translator, strategy, alpha) -> None:
    translation = translator.decode(SENTENCE, strategy)
    tokens = translation.hypothesis.tokens
    truth = forced_log_probabilities(translator, translation.source.ids, tokens)
    torch.testing.assert_close(translation.log_probabilities, truth, rtol=1e-4, atol=1e-4)
    taken = [float(truth[step, token]) for step, token in enumerate(tokens)]
    assert list(translation.hypothesis.log_probabilities) == pytest.approx(taken, abs=1e-3)
    product = math.prod(math.exp(value) for value in translation.hypothesis.log_probabilities)
    assert product == pytest.approx(math.exp(translation.hypothesis.log_probability), rel=1e-5)
    expected = translation.hypothesis.log_probability / length_penalty(len(tokens), alpha)
    assert translation.score == translation.hypothesis.score == pytest.approx(expected)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_recorded_runs_are_those_that_a_probe_sees(translator: Translator, strategy: Strategy) -> None:
    seen: list[str] = []

    def watch(name: str, value: torch.Tensor) -> torch.Tensor:
        seen.append(name)
        return value

    watched = translator.decode(SENTENCE, strategy, record=True, probe=watch)
    assert watched.runs == Runs(seen.count("encoder.output"), seen.count("decoder.output"))
    assert translator.decode(SENTENCE, strategy, record=True).runs == watched.runs


@pytest.mark.slow
@settings(max_examples=16)
@given(prefix=st.lists(st.integers(4, 150), min_size=1, max_size=6), number=st.integers(0, len(STRATEGIES) - 1))
def test_a_forced_token_is_where_it_was_forced(tiny_folder, translator, prefix, number) -> None:
    translation = translator.decode(SENTENCE, STRATEGIES[number], prefix=prefix, record=True)
    tokens = translation.hypothesis.tokens
    assert list(tokens[: len(prefix)]) == prefix
    assert translation.forced == len(prefix)
    truth = forced_log_probabilities(translator, translation.source.ids, tokens)
    expected = [float(truth[step, token]) for step, token in enumerate(tokens)]
    assert list(translation.hypothesis.log_probabilities) == pytest.approx(expected, abs=1e-3)
    assert translation.steps(3).query("taken")["forced"].sum() == len(prefix)


def test_a_prefix_in_a_batch_binds_only_its_own_sentence() -> None:
    model = tiny_model(3, tied_embeddings=False, norm="pre")
    sources, prefixes = [[4, 5, 6, 3], [7, 8, 3], [9, 3]], [[11, 12], [], [13, 14, 15]]
    for size in (1, 3):
        together = beam_search(model, sources, size, options=SearchOptions(prefixes=prefixes))
        for search, source, prefix in zip(together, sources, prefixes, strict=True):
            (alone,) = beam_search(model, [source], size, options=SearchOptions(prefixes=[prefix]))
            assert search.best.tokens == alone.best.tokens
            assert all(list(each.tokens[: len(prefix)]) == prefix for each in search.hypotheses)
    together = greedy(model, sources, SearchOptions(prefixes=prefixes))
    for hypothesis, source, prefix in zip(together, sources, prefixes, strict=True):
        assert hypothesis.tokens == greedy(model, [source], SearchOptions(prefixes=[prefix]))[0].tokens
        assert list(hypothesis.tokens[: len(prefix)]) == prefix


@pytest.mark.slow
def test_the_tree_has_exactly_the_hypotheses_that_the_search_held(translator: Translator) -> None:
    """Held against a beam search written plainly, with whole forward passes."""
    size, translation = 3, translator.decode(SENTENCE, Beam(3, 1.0), record=True)
    held = {translation.search.path(index): node.state for index, node in enumerate(translation.search.nodes)}
    living: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    expected: dict[tuple[int, ...], NodeState] = {}
    for _ in range(max(node.step for node in translation.search.nodes) + 1):
        candidates = []
        for total, tokens in living:
            row = forced_log_probabilities(translator, translation.source.ids, (*tokens, 0))[-1]
            candidates += [(total + float(value), (*tokens, token)) for token, value in enumerate(row)]
        candidates.sort(key=lambda each: -each[0])
        living = []
        for rank, (total, tokens) in enumerate(candidates[: 2 * size]):
            if tokens[-1] == END:
                expected[tokens] = NodeState.FINISHED if rank < size else NodeState.PRUNED
            else:
                expected[tokens] = NodeState.KEPT if len(living) < size else NodeState.PRUNED
                if len(living) < size:
                    living.append((total, tokens))
    assert held == expected


@pytest.mark.slow
def test_a_fork_keeps_what_came_before_and_goes_on_from_the_other_token(translator: Translator) -> None:
    first = translator.decode(SENTENCE, Greedy(), record=True)
    other = int(first.log_probabilities[2].argsort(descending=True)[4])
    forked = translator.fork(first, 2, other)
    assert forked.hypothesis.tokens[:3] == (*first.hypothesis.tokens[:2], other)
    assert forked.strategy == first.strategy
    last = len(forked.tokens) - 1
    again = translator.fork(forked, last, 40)
    assert again.hypothesis.tokens[: last + 1] == (*forked.hypothesis.tokens[:last], 40)
    with pytest.raises(GlassformerError, match="no step 99"):
        translator.fork(first, 99, 40)
    with pytest.raises(GlassformerError, match="There is no token"):
        translator.fork(first, 0, 10_000)


def test_the_score_of_a_given_translation_is_that_of_a_forced_pass(translator: Translator) -> None:
    translation = translator.score(SENTENCE, "Le chien mange du pain.")
    tokens = translation.hypothesis.tokens
    assert tokens == (*translator.tokenizer.encode("Le chien mange du pain."), END)
    truth = forced_log_probabilities(translator, translation.source.ids, tokens)
    expected = [float(truth[step, token]) for step, token in enumerate(tokens)]
    assert list(translation.hypothesis.log_probabilities) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("count", [0, 1, 3, 4, 9])
def test_equally_probable_tokens_are_ranked_by_their_ids(translator: Translator, count: int) -> None:
    translation = translator.decode(SENTENCE, Greedy())
    equal = torch.tensor([0.1, 0.2, 0.1, 0.2, 0.2, 0.1, 0.1]).log().expand(len(translation.tokens), -1)
    taken = replace(translation.hypothesis, tokens=(6,) * len(translation.tokens))
    found = replace(translation, search=Search((taken,)))
    vars(found)["log_probabilities"] = equal
    ranked = [1, 3, 4, 0, 2, 5, 6]
    shown = [*ranked[:count], *([] if 6 in ranked[:count] else [6])]
    for _, rows in found.steps(count).groupby("step"):
        assert rows["id"].tolist() == shown
        assert rows["rank"].tolist() == [ranked.index(token) for token in shown]


def test_steps_hold_the_best_tokens_and_the_one_taken(translator: Translator) -> None:
    translation = translator.decode(SENTENCE, Sampling(5.0, seed=3), record=True)
    frame = translation.steps(4)
    for step, rows in frame.groupby("step"):
        best = translation.log_probabilities[step].topk(4)
        assert rows["log_probability"].tolist()[:4] == pytest.approx(best.values.tolist())
        assert rows["taken"].sum() == 1
        (taken,) = rows[rows["taken"]]["id"]
        assert taken == translation.hypothesis.tokens[step]
        (rank,) = rows[rows["taken"]]["rank"]
        assert rank == int((translation.log_probabilities[step] > translation.log_probabilities[step, taken]).sum())
    entropy = -(translation.log_probabilities.exp() * translation.log_probabilities).sum(dim=-1)
    torch.testing.assert_close(translation.entropies, entropy)


def test_attention_and_alignment_are_those_of_the_positions_that_said_the_tokens(translator: Translator) -> None:
    translation = translator.decode(SENTENCE, Greedy(), record=True)
    weights = translator.trace(SENTENCE, translation.hypothesis)["decoder.1.cross_attention.weights"]
    frame = translation.attention(layer=1, head=2)
    assert list(frame.index) == labels(translation.tokens)
    assert list(frame.columns) == labels(translation.source.tokens)
    torch.testing.assert_close(torch.tensor(frame.to_numpy()), weights[2, : len(translation.tokens)])
    for link in translation.alignment(layer=1, head=2).itertuples():
        assert weights[2, link.target].argmax() == link.source
        assert link.target_token == translation.tokens[link.target]


def test_links_leave_the_ends_out() -> None:
    weights = torch.tensor([[0.1, 0.8, 0.1], [0.7, 0.2, 0.1], [0.1, 0.1, 0.8], [0.1, 0.8, 0.1]])
    links = token_links(weights, ["▁a", "▁b", "</s>"], ["▁B", "▁A", "▁x", "</s>"])
    assert links == [(1, 0), (0, 1)]


def test_what_cannot_be_spelled_is_left_out_and_named(translator: Translator) -> None:
    spelling = translator.spell("Le chien 漢 mange 字")
    assert spelling.lost == "漢字"
    assert spelling.text.split() == ["Le", "chien", "mange"]
    assert not spelling.cut
    long = translator.spell("chien " * 500)
    assert long.cut
    assert len(long.ids) < translator.model.config.max_length
    assert translator.decode(SENTENCE, Greedy(), prefix="chien " * 500).hypothesis.tokens[: len(long.ids)] == long.ids
    assert translator.spell("").ids == ()


def test_empty_texts_and_foreign_ids_are_refused_in_a_sentence(translator: Translator) -> None:
    with pytest.raises(GlassformerError, match="nothing to translate"):
        translator.decode("  ")
    with pytest.raises(GlassformerError, match="no translation to score"):
        translator.score(SENTENCE, " 漢 ")
    for token in (-1, 10_000):
        with pytest.raises(GlassformerError, match="There is no token"):
            translator.decode(SENTENCE, prefix=[token])
    with pytest.raises(GlassformerError, match="at most"):
        translator.decode(SENTENCE, prefix=[20] * 400)


def test_a_translation_as_json_says_everything_once(translator: Translator) -> None:
    translation = translator.decode(SENTENCE, Beam(3), record=True)
    data = json.loads(json.dumps(translation.as_json(), allow_nan=False))
    assert data["text"] == translation.text
    assert data["strategy"] == {"name": "beam", "size": 3, "alpha": 1.0}
    assert len(data["entropies"]) == len(translation.tokens)
    assert len(data["nodes"]) == len(translation.search.nodes)
    attention = data["cross_attention"]["decoder.0.cross_attention.weights"]
    assert len(attention) == translator.model.config.heads
    assert len(attention[0]) == len(translation.tokens)


def test_the_model_is_led_through_a_translation_only_when_somebody_asks(translator: Translator) -> None:
    seen: list[str] = []

    def look_on(name: str, value: torch.Tensor) -> torch.Tensor:
        seen.append(name)
        return value

    translation = translator.translate(SENTENCE, beam=3, record=True, probe=look_on)
    assert translation.runs is not None
    assert seen.count("decoder.output") == translation.runs.decoder
    for _ in range(2):  # once computed, it is kept
        assert len(translation.alignment()) <= len(translation.tokens)
        assert seen.count("decoder.output") == translation.runs.decoder + 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_what_is_read_off_a_translation_is_what_an_intervention_made_of_it(translator, strategy) -> None:
    probe = transformer.intervene({"decoder.0.cross_attention.context": torch.zeros_like})
    translation = translator.decode(SENTENCE, strategy, record=True, probe=probe)
    values = translation.log_probabilities[range(len(translation.tokens)), translation.hypothesis.tokens]
    assert values.tolist() == pytest.approx(translation.hypothesis.log_probabilities, abs=1e-3)
    untouched = translator.score(SENTENCE, translation.text or "Le chien")
    assert not torch.allclose(translation.log_probabilities[0], untouched.log_probabilities[0], atol=1e-2)


def test_a_translation_that_was_cut_off_has_a_row_for_each_of_its_tokens(tmp_path: Path, tiny_tokenizer) -> None:
    logits = [0.0] * tiny_tokenizer.size
    logits[END], logits[40] = -30.0, 5.0  # a model that goes on for ever
    for longest in (10, 48):  # as long as the model's positions, and shorter
        save_model(tmp_path, constant_model(logits, max_length=longest), tiny_tokenizer, torch.zeros(len(logits)), {})
        translation = transformer.load(tmp_path).translate("I'm tired.", beam=3)
        assert not translation.hypothesis.finished
        assert len(translation.attention()) == len(translation.tokens) == len(translation.log_probabilities)
        expected = math.log(math.exp(5.0) / sum(map(math.exp, logits)))
        assert translation.log_probabilities[:, 40].tolist() == pytest.approx([expected] * len(translation.tokens))


def test_an_empty_text_has_an_empty_translation_that_can_be_asked_all_the_same(translator: Translator) -> None:
    translation = translator.translate(" ")
    assert (translation.text, translation.tokens, translation.score) == ("", (), 0.0)
    assert translation.attention().shape == (0, 1)
    assert translation.alignment().empty
    assert json.dumps(translation.as_json(), allow_nan=False)
