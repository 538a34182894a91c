"""The decoder at once and one by one: the same numbers, and other runs."""

import pytest
import torch
from tiny import random_tokens, tiny_model

from transformer.analysis.measures.stepwise import at_once, one_by_one
from transformer.decoding.compiled.model import compile_model
from transformer.text.special_tokens import START


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize(("length", "seed"), [(1, 0), (2, 1), (7, 2)])
def test_every_way_gives_the_logits_of_the_plain_forward_pass(norm: str, length: int, seed: int) -> None:
    model = tiny_model(seed=seed, norm=norm).half().float()
    source = random_tokens(1, 6, seed=seed)
    target = torch.cat([torch.tensor([[START]]), random_tokens(1, length - 1, seed=seed + 9)], dim=1)
    with torch.inference_mode():
        expected = model(source, target)[0]
    read, led = source[0].tolist(), target[0].tolist()
    whole = at_once(model, read, led)
    torch.testing.assert_close(whole.logits, expected)
    assert whole.runs == (length,)
    for way in (one_by_one(model, read, led), one_by_one(model, read, led, compile_model(model))):
        torch.testing.assert_close(way.logits, expected, rtol=1e-4, atol=1e-5)
        assert way.runs == (1,) * length
        assert way.differences(whole).max() < 1e-4
        assert way.agrees(whole).all()
