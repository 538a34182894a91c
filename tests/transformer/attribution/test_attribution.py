"""Attributions hold what they promise: sums, derivatives, and the same numbers computed another way."""

import numpy as np
import pandas as pd
import pytest
import torch
from tiny_reader import FOREIGN, SENTENCE, TinyReader
from torch import Tensor

from transformer.attribution.alti import alti, contributions_through
from transformer.attribution.contributions import contributions, parts, promoted_words
from transformer.attribution.erasure import leave_one_out, output_without, value_zeroing
from transformer.attribution.faithfulness import areas, faithfulness
from transformer.attribution.gradients import TOLERANCE, gradient_times_input, integrated_gradients
from transformer.attribution.methods import METHODS, attribute, rank_correlations, source_shares
from transformer.attribution.question import Question, ask
from transformer.edits import parse
from transformer.edits.places import end_of
from transformer.errors import GlassformerError
from transformer.model.attentions import attention_at
from transformer.model.probe import Recorder, intervene
from transformer.text.special_tokens import END

EXACT = {"rtol": 1e-9, "atol": 1e-10}


@pytest.fixture(scope="module", params=["post", "pre", FOREIGN])
def question(request: pytest.FixtureRequest, tiny_tokenizer) -> Question:
    reader = TinyReader(tiny_tokenizer, request.param)
    generated = [*reader.tokenizer.encode("Le chat boit de l'eau."), END]
    return ask(reader, reader.read(SENTENCE).ids, generated, 4, against=generated[-2])


def logits(question: Question, probe=None) -> Tensor:
    """The model's own, where the token is generated."""
    source, prefix = torch.tensor([question.source]), torch.tensor([question.prefix])
    return question.translator.model(source, prefix, probe)[0, -1]


def score(question: Question, probe=None) -> float:
    row = logits(question, probe)
    return float(row[question.token] - row[question.rival])


# ---- gradients
def test_a_gradient_is_a_derivative(question: Question) -> None:
    trace, step = question.trace, 1e-5

    def scaled(row: int, factor: float) -> float:
        side, position, _ = question.tokens[row]
        name = "encoder.embedding" if side == "source" else "decoder.embedding"
        factors = torch.ones(trace[name].size(0) if side == "source" else len(question.prefix), dtype=torch.float64)
        factors[position] = factor
        return score(question, intervene({name: lambda value: value * factors[:, None]}))

    found = gradient_times_input(question)
    for row in (0, 3, len(question.source) + 2):  # growing an embedding by a share: Σ_d x_d ∂f/∂x_d
        derivative = (scaled(row, 1 + step) - scaled(row, 1 - step)) / (2 * step)
        assert float(found[row]) == pytest.approx(derivative, rel=1e-4, abs=1e-7)


def test_integrated_gradients_sum_to_the_difference(question: Question) -> None:
    nothing = intervene({f"{stack}.embedding": torch.zeros_like for stack in ("encoder", "decoder")})
    difference = score(question) - score(question, nothing)
    assert abs(difference) > 0.01
    assert float(integrated_gradients(question).sum()) == pytest.approx(
        difference, abs=TOLERANCE * max(1.0, abs(difference))
    )


# ---- erasure
def test_a_source_token_left_out_is_a_token_closed_for_all(question: Question) -> None:
    found = leave_one_out(question)
    for position in range(len(question.source)):
        closed = parse(f"close:{position}").probe(question.translator)
        assert float(found[position]) == pytest.approx(score(question) - score(question, closed), abs=1e-9)
    later = len(question.source) + 2  # an earlier target token: no later one may look at it

    def blind(scores: Tensor) -> Tensor:
        scores = scores.clone()
        scores[..., 3:, 2] = -torch.inf
        return scores

    probe = intervene({f"decoder.{layer}.self_attention.masked_scores": blind for layer in (0, 1)})
    assert float(found[later]) == pytest.approx(score(question) - score(question, probe), abs=1e-9)
    last = torch.zeros(1, len(question.tokens), dtype=torch.bool)
    last[0, -1] = True  # the token read last: its own stream is all that is left of it, without the embedding
    empty = intervene({"decoder.embedding": lambda value: torch.cat([value[:, :-1], 0 * value[:, -1:]], dim=1)})
    own = question.translator.model.project(output_without(question, last))[0]
    torch.testing.assert_close(own, logits(question, empty), **EXACT)


def test_a_value_is_zeroed_in_one_layer_at_a_time(question: Question) -> None:
    config, written = question.translator.model.config, question.predicted_at
    of_source = len(question.source)
    expected = torch.zeros(2, dtype=torch.float64)
    for layer in range(config.decoder_layers):
        name = end_of(config, f"decoder.{layer}")
        own = question.trace[name][written]
        for index, (kind, key) in enumerate((("cross_attention", 2), ("self_attention", 1))):
            recorder = Recorder(only=[name])

            def zeroed(value: Tensor, key: int = key) -> Tensor:
                value = value.clone()
                value[:, :, key] = 0
                return value

            change = intervene({f"decoder.{layer}.{kind}.value": zeroed})
            logits(question, lambda name, value: recorder(name, change(name, value)))  # noqa: B023
            changed = recorder.activations[name][0, written]
            expected[index] += (1 - torch.cosine_similarity(own, changed, dim=0)) / config.decoder_layers
    found = value_zeroing(question)
    torch.testing.assert_close(found[[2, of_source + 1]], expected, **EXACT)


# ---- attention, and contributions through the layers
def test_weights_are_those_of_the_writing_and_of_the_reading_step(question: Question) -> None:
    layer = question.translator.alignment_layer
    cross = question.trace[f"decoder.{layer}.cross_attention.weights"].mean(dim=0)
    own = question.trace[f"decoder.{layer}.self_attention.weights"].mean(dim=0)
    assert (
        question.trace.target_tokens[question.read_back_at] == question.translator.tokenizer.vocabulary[question.token]
    )
    assert (
        question.trace.output_tokens[question.predicted_at] == question.translator.tokenizer.vocabulary[question.token]
    )
    torch.testing.assert_close(METHODS["attention"](question), torch.cat([cross[4], own[4, :5]]))
    torch.testing.assert_close(METHODS["attention_read_back"](question), torch.cat([cross[5], own[5, :5]]))


def test_the_norm_is_that_of_what_one_key_carries_through_all_heads(question: Question) -> None:
    place = f"decoder.{question.translator.alignment_layer}.cross_attention"
    weights, value = question.trace[f"{place}.weights"], question.trace[f"{place}.value"]
    joined = (weights[:, question.predicted_at, 3, None] * value[:, 3]).flatten()  # the heads side by side
    carried = attention_at(question.translator.model, place).output_projection.weight @ joined
    assert float(METHODS["value_norms"](question)[3]) == pytest.approx(float(carried.norm()), rel=1e-9)


def test_shares_through_the_layers_sum_to_one_and_the_first_layers_are_as_defined(question: Question) -> None:
    found = alti(question)
    assert float(found.sum()) == pytest.approx(1.0)
    assert (found >= 0).all()
    shares = contributions_through(question.translator.model, question.trace)
    assert torch.allclose(shares.source.sum(-1) + shares.target.sum(-1), torch.ones(6).double())
    assert (shares.target.triu(1) == 0).all()  # nothing comes from what is not generated yet
    place, model, trace = "encoder.0.self_attention", question.translator.model, question.trace
    from transformer.attribution import alti as module

    first = module._self_shares(model, trace, "encoder.0")
    query, width = 2, model.config.d_k
    closer = []
    for key in range(len(question.source)):
        projection = attention_at(model, place).output_projection.weight
        part = sum(
            trace[f"{place}.weights"][head, query, key]
            * (projection[:, head * width : (head + 1) * width] @ trace[f"{place}.value"][head, key])
            for head in range(model.config.heads)
        )
        part = part + trace["encoder.input"][query] if key == query else part
        output = trace[f"{place}.residual"][query]
        if model.config.norm == "post":
            norm = model.encoder_layers[0].self_attention_add.norm
            scale = (output.var(unbiased=False) + norm.eps).sqrt()
            part, output = (part - part.mean()) / scale * norm.weight, norm(output)
        closer.append(max(0.0, float(output.abs().sum() - (output - part).abs().sum())))
    torch.testing.assert_close(first[query], torch.tensor(closer).double() / sum(closer), rtol=1e-6, atol=1e-7)


def test_the_source_has_what_the_prefix_has_not(question: Question) -> None:
    generated = (*question.prefix[1:], question.token)
    table = source_shares(question.translator, question.source, generated)
    assert list(table["token"]) == question.translator.tokenizer.tokens(generated)
    assert table["source"].iloc[-1] == pytest.approx(float(alti(question)[: len(question.source)].sum()))
    assert (table["source"] + table["prefix"]).tolist() == pytest.approx([1.0] * len(generated))


# ---- direct contributions
def test_contributions_add_up_to_the_logit_and_parts_to_the_stream(question: Question) -> None:
    table = contributions(question)
    assert table["logit"].sum() == pytest.approx(score(question), abs=1e-9)
    assert abs(table.set_index("part")["logit"]["rounding"]) < 1e-9
    assert list(table["part"]).count("cross.1.2") == 1
    kinds = ["embedding", "positions", "head", "bias", "feed_forward", "norm", "rounding"]
    own = question.translator.model.config.output_bias
    assert sorted(table["kind"].unique()) == sorted([*kinds, *["output_bias"] * own])
    total = sum(each.vector for each in parts(question))
    torch.testing.assert_close(total, question.trace["decoder.output"][question.predicted_at], **EXACT)
    alone = ask(question.translator, question.source, [*question.prefix[1:], question.token], 4)
    assert contributions(alone)["logit"].sum() == pytest.approx(float(logits(question)[question.token]), abs=1e-9)


def test_a_head_speaks_for_the_words_whose_logits_it_raises_most(question: Question) -> None:
    words = promoted_words(question, "cross.1.2", 3)
    vector = {each.name: each.vector for each in parts(question)}["cross.1.2"]
    raised = question.translator.model.output_projection.weight @ vector
    assert words["id"].tolist()[:3] == raised.topk(3).indices.tolist()
    assert words["id"].tolist()[:-4:-1] == (-raised).topk(3).indices.tolist()
    with pytest.raises(GlassformerError, match=r"nearest are cross\.1\.2"):
        promoted_words(question, "cross.1.22")
    bias = question.translator.model.output_projection.bias
    if bias is not None:
        assert promoted_words(question, "output_bias", 3)["id"].tolist()[:3] == bias.topk(3).indices.tolist()


# ---- the table, its correlations, its faithfulness
def test_the_table_holds_every_method_and_one_alone(question: Question) -> None:
    table = attribute(question)
    assert list(table) == ["side", "position", "token", *METHODS]
    assert len(table) == len(question.source) + len(question.prefix)
    assert np.isfinite(table[list(METHODS)].to_numpy()).all()
    written = question.translator.tokenizer.token
    assert table.attrs == {"step": 4, "token": written(question.token), "rival": written(question.rival)}
    assert contributions(question).attrs == table.attrs
    alone = attribute(question, "alti")
    pd.testing.assert_series_equal(alone["alti"], table["alti"])
    assert list(alone) == ["side", "position", "token", "alti"]
    ranks = rank_correlations(table)
    assert list(ranks) == list(METHODS)
    assert ranks.loc["gradient", "alti"] == pytest.approx(
        np.corrcoef(table["gradient"].rank(), table["alti"].rank())[0, 1]
    )


def test_a_curve_is_the_probability_left_after_removing_in_order(question: Question) -> None:
    table = attribute(question, "leave_one_out")
    curves = faithfulness(question, table)
    probability = float(logits(question).softmax(-1)[question.token])
    assert curves["removed"].iloc[0] == 0
    assert curves.iloc[0][["leave_one_out", "random"]].tolist() == pytest.approx([probability] * 2)
    words = [row for row in range(len(table)) if row not in (len(question.source) - 1, len(question.source))]
    assert curves["removed"].iloc[-1] == len(words)
    first = max(words, key=lambda row: table["leave_one_out"][row])
    removed = torch.zeros(1, len(table), dtype=torch.bool)
    removed[0, first] = True
    left = question.translator.model.project(output_without(question, removed))[0].softmax(-1)[question.token]
    assert curves["leave_one_out"].iloc[1] == pytest.approx(float(left))
    assert curves.iloc[-1]["leave_one_out"] == pytest.approx(curves.iloc[-1]["random"])  # all are removed
    known = pd.DataFrame({"removed": [0, 1, 2], "steep": [1.0, 0.0, 0.0], "flat": [1.0, 1.0, 1.0]})
    assert areas(known).to_dict() == {"steep": 0.25, "flat": 1.0}


def test_what_cannot_be_asked_is_one_plain_sentence(question: Question) -> None:
    generated = [*question.prefix[1:], question.token]
    for step, against, told in (
        (9, None, "has 5 tokens"),
        (-1, None, "has 5 tokens"),
        (4, "xyzzy", "isn't one token of this vocabulary"),
        (4, 10_000, "no token 10000"),
        (4, question.token, "its own rival"),
    ):
        with pytest.raises(GlassformerError, match=told):
            ask(question.translator, question.source, generated, step, against)
    with pytest.raises(GlassformerError, match="nearest are attention"):
        attribute(question, "atention")
    word = next(token for token in question.translator.tokenizer.vocabulary if token.startswith("▁") and len(token) > 2)
    assert (
        ask(question.translator, question.source, generated, 4, word[1:]).rival
        == question.translator.tokenizer.ids[word]
    )
