"""The heads joined: each head's share is what the model writes when all others are silent, and the shares add up."""

import pytest
import torch
from tiny import random_tokens, tiny_config, tiny_model
from torch import Tensor

from transformer.analysis.measures.head_shares import attention_shares
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.trace import trace_tokens
from transformer.model.attentions import places
from transformer.model.probe import intervene
from transformer.text.special_tokens import END, START

PLACES = places(tiny_config())


@pytest.fixture
def traced(tiny_tokenizer):
    model = tiny_model(4, vocabulary_size=tiny_tokenizer.size)
    source = [*random_tokens(1, 6, tiny_tokenizer.size)[0].tolist(), END]
    target = [START, *random_tokens(1, 4, tiny_tokenizer.size, seed=1)[0].tolist(), END]

    def trace(probe=None):
        return trace_tokens(ModelWithVocabulary(model, tiny_tokenizer), source, target, probe)

    return model, trace


@pytest.mark.parametrize("place", PLACES)
def test_the_shares_add_up_to_the_output(traced, place: str) -> None:
    model, trace = traced
    joined = attention_shares(model, trace(), place)
    torch.testing.assert_close(joined.total, trace()[f"{place}.output"])


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("head", [0, 3])
def test_a_share_is_the_output_when_the_other_heads_are_silent(traced, place: str, head: int) -> None:
    model, trace = traced

    def silence_others(context: Tensor) -> Tensor:
        kept = torch.zeros_like(context)
        kept[:, head] = context[:, head]
        return kept

    alone = trace(intervene({f"{place}.context": silence_others}))[f"{place}.output"]
    joined = attention_shares(model, trace(), place)
    torch.testing.assert_close(joined.shares[head] + joined.bias, alone)
    assert (joined.bias.abs() > 0).any()


def test_the_parts_of_the_output_sum_to_one_and_lengths_are_lengths(traced) -> None:
    model, trace = traced
    joined = attention_shares(model, trace(), "decoder.1.cross_attention")
    torch.testing.assert_close(joined.parts.sum(0), torch.ones(joined.output.size(0)))
    assert joined.parts.shape == joined.lengths.shape == (5, 5)
    assert float(joined.lengths[2, 1]) == pytest.approx(float((joined.shares[2, 1] ** 2).sum().sqrt()))
    assert float(joined.lengths[4, 3]) == pytest.approx(float(joined.bias.norm()))
