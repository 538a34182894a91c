"""The loss's equation and its closed form against each other and PyTorch's own, and the cheap dropout."""

import math
from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.model.dropout import Dropout
from transformer.model.loss import explicit_cross_entropy, smoothed_cross_entropy
from transformer.text.special_tokens import PAD


def of_torch(logits: Tensor, targets: Tensor, smoothing: float, ignored: int) -> Tensor:
    return F.cross_entropy(logits, targets, ignore_index=ignored, reduction="sum", label_smoothing=smoothing)


def loss_and_gradient(
    function: Callable[..., Tensor], logits: Tensor, targets: Tensor, smoothing: float
) -> tuple[Tensor, Tensor]:
    x = logits.clone().requires_grad_()
    loss = function(x, targets, smoothing, ignored=PAD)
    (loss * 0.7).backward()
    assert x.grad is not None
    return loss.detach(), x.grad


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
def test_the_equation_its_closed_form_and_torch_agree_in_loss_and_gradient(smoothing: float) -> None:
    logits, targets = torch.randn(40, 17) * 4, torch.randint(0, 17, (40,))
    targets[::5] = PAD
    expected, expected_gradient = loss_and_gradient(of_torch, logits, targets, smoothing)
    for function in (explicit_cross_entropy, smoothed_cross_entropy):
        loss, gradient = loss_and_gradient(function, logits, targets, smoothing)
        torch.testing.assert_close(loss, expected, rtol=1e-5, atol=1e-4)
        torch.testing.assert_close(gradient, expected_gradient, rtol=1e-5, atol=1e-6)
        assert (gradient[targets == PAD] == 0).all()


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_in_16_bits_the_closed_form_is_the_equation_up_to_rounding(smoothing: float) -> None:
    logits, targets = (torch.randn(40, 17) * 4).bfloat16(), torch.randint(1, 17, (40,))
    targets[::5] = PAD
    expected, expected_gradient = loss_and_gradient(explicit_cross_entropy, logits, targets, smoothing)
    loss, gradient = loss_and_gradient(smoothed_cross_entropy, logits, targets, smoothing)
    assert loss.dtype == expected.dtype == torch.float32
    assert gradient.dtype == expected_gradient.dtype == torch.bfloat16
    torch.testing.assert_close(loss, expected, rtol=5e-3, atol=0)
    torch.testing.assert_close(gradient, expected_gradient, rtol=2e-2, atol=2e-3)


def test_the_loss_is_that_of_the_smoothed_distribution_by_hand() -> None:
    logits, target, smoothing = torch.tensor([2.0, -1.0, 0.5]), 2, 0.3
    probabilities = [value / sum(map(math.exp, logits.tolist())) for value in map(math.exp, logits.tolist())]
    wanted = [0.1, 0.1, 0.8]  # 1 − ε on the target, ε / V on every token
    by_hand = -sum(share * math.log(p) for share, p in zip(wanted, probabilities, strict=True))
    loss = explicit_cross_entropy(logits[None], torch.tensor([target]), smoothing, ignored=PAD)
    assert loss.item() == pytest.approx(by_hand)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_a_target_thought_impossible_costs_much_but_not_infinity(smoothing: float) -> None:
    logits, targets = torch.tensor([[0.0, 150.0, -150.0, 20.0]]), torch.tensor([2])
    expected, expected_gradient = loss_and_gradient(of_torch, logits, targets, smoothing)
    for function in (explicit_cross_entropy, smoothed_cross_entropy):
        loss, gradient = loss_and_gradient(function, logits, targets, smoothing)
        torch.testing.assert_close(loss, expected)
        torch.testing.assert_close(gradient, expected_gradient)


def test_bfloat16_logits_give_a_loss_close_to_that_of_the_same_in_float32() -> None:
    logits, targets = torch.randn(64, 33), torch.randint(1, 33, (64,))
    exact = explicit_cross_entropy(logits, targets, 0.1, ignored=PAD).item()
    for function in (explicit_cross_entropy, smoothed_cross_entropy):
        loss, _ = loss_and_gradient(function, logits.bfloat16(), targets, 0.1)
        assert loss.item() == pytest.approx(exact, rel=5e-3)


@pytest.mark.parametrize("asked", [True, False])
def test_the_loss_needs_no_gradient(asked: bool) -> None:
    logits = torch.zeros(3, 8, requires_grad=asked)
    with torch.no_grad():
        loss = smoothed_cross_entropy(logits, torch.tensor([1, 2, PAD]), 0.0, ignored=PAD)
    torch.testing.assert_close(loss, 2 * torch.tensor(8.0).log())


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


def test_dropout_close_to_one_still_runs() -> None:
    result = Dropout(0.999).train()(torch.ones(64))
    assert torch.isfinite(result).all()
