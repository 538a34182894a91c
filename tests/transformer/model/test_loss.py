"""The closed-form loss against PyTorch's own, and the cheap dropout."""

import pytest
import torch
import torch.nn.functional as F

from transformer.model.dropout import Dropout
from transformer.model.loss import disagreement, smoothed_cross_entropy
from transformer.text.special_tokens import PAD


def both_losses(
    logits: torch.Tensor, targets: torch.Tensor, smoothing: float
) -> tuple[tuple[torch.Tensor, torch.Tensor], tuple[torch.Tensor, torch.Tensor]]:
    results = []
    for function in (
        lambda x: smoothed_cross_entropy(x, targets, smoothing, ignored=PAD),
        lambda x: F.cross_entropy(x, targets, ignore_index=PAD, reduction="sum", label_smoothing=smoothing),
    ):
        x = logits.clone().requires_grad_()
        loss = function(x)
        (loss * 0.7).backward()
        assert x.grad is not None
        results.append((loss.detach(), x.grad))
    return results[0], results[1]


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
def test_loss_and_gradient_equal_cross_entropy(smoothing: float) -> None:
    logits, targets = torch.randn(40, 17) * 4, torch.randint(0, 17, (40,))
    targets[::5] = PAD
    (loss, gradient), (expected, expected_gradient) = both_losses(logits, targets, smoothing)
    torch.testing.assert_close(loss, expected, rtol=1e-5, atol=1e-4)
    torch.testing.assert_close(gradient, expected_gradient, rtol=1e-5, atol=1e-6)
    assert (gradient[targets == PAD] == 0).all()


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_a_target_thought_impossible_costs_much_but_not_infinity(smoothing: float) -> None:
    logits = torch.tensor([[0.0, 150.0, -150.0, 20.0]])
    (loss, gradient), (expected, expected_gradient) = both_losses(logits, torch.tensor([2]), smoothing)
    torch.testing.assert_close(loss, expected)
    torch.testing.assert_close(gradient, expected_gradient)


def test_bfloat16_logits_give_a_float32_loss_close_by() -> None:
    logits, targets = torch.randn(64, 33), torch.randint(1, 33, (64,))
    loss = smoothed_cross_entropy(logits.bfloat16(), targets, 0.1, ignored=PAD)
    assert loss.dtype == torch.float32
    assert loss.item() == pytest.approx(smoothed_cross_entropy(logits, targets, 0.1, ignored=PAD).item(), rel=5e-3)


def test_the_loss_needs_no_gradient() -> None:
    with torch.no_grad():
        loss = smoothed_cross_entropy(torch.zeros(3, 8), torch.tensor([1, 2, PAD]), 0.0, ignored=PAD)
    torch.testing.assert_close(loss, 2 * torch.tensor(8.0).log())


def test_disagreement_and_its_gradients_equal_the_two_divergences() -> None:
    first, second, counted = torch.randn(30, 11) * 3, torch.randn(30, 11) * 3, torch.rand(30) > 0.2
    results = []
    for closed_form in (True, False):
        x, y = first.clone().requires_grad_(), second.clone().requires_grad_()
        if closed_form:
            value = disagreement(x, y, counted)
        else:
            p, q = (F.log_softmax(logits[counted], dim=-1) for logits in (x, y))
            value = F.kl_div(p, q, reduction="sum", log_target=True) + F.kl_div(q, p, reduction="sum", log_target=True)
        (value * 0.3).backward()
        assert x.grad is not None
        assert y.grad is not None
        results.append((value.detach(), x.grad, y.grad))
    for found, expected in zip(*results, strict=True):
        torch.testing.assert_close(found, expected, rtol=1e-5, atol=1e-5)


def test_equal_predictions_do_not_disagree_whatever_is_added_to_their_logits() -> None:
    logits = torch.randn(5, 9)
    assert disagreement(logits, logits + 7, torch.ones(5, dtype=torch.bool)).item() == pytest.approx(0, abs=1e-5)


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
