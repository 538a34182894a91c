"""The dropout with a cheap mask."""

import pytest
import torch

from transformer.model.dropout import Dropout


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5])
def test_dropout_zeroes_its_share_and_keeps_the_expected_value(share: float) -> None:
    dropout = Dropout(share).train()
    result = dropout(torch.ones(500, 401))
    assert (result == 0).float().mean().item() == pytest.approx(
        share, abs=0.006
    )  # 1/512 by rounding, the rest by chance
    assert result.mean().item() == pytest.approx(1.0, abs=0.01)
    assert len(result.unique()) == 2
    assert not torch.equal(dropout(torch.ones(500, 401)), result)


def test_dropout_is_the_identity_in_evaluation_and_at_zero() -> None:
    x = torch.randn(7, 3)
    assert torch.equal(Dropout(0.5).eval()(x), x)
    assert torch.equal(Dropout(0.0).train()(x), x)


def test_dropped_numbers_get_no_gradient() -> None:
    x = torch.ones(1000, requires_grad=True)
    result = Dropout(0.5).train()(x)
    result.sum().backward()
    assert torch.equal(x.grad, result.detach())
