"""What a training makes smaller, against its formula written out with PyTorch's own functions."""

import pytest
import torch
import torch.nn.functional as F
from tiny import tiny_config

from transformer.model.loss import translation_loss
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD
from transformer.training.objective import Objective

SMOOTHING, ALPHA = 0.1, 5.0


def batch() -> tuple[torch.Tensor, torch.Tensor]:
    source, target = torch.randint(4, 23, (6, 7)), torch.randint(4, 23, (6, 9))
    source[0, 5:] = PAD
    target[2, 6:] = PAD
    return source, target


def test_r_drop_is_the_mean_loss_of_two_passes_and_how_far_they_disagree() -> None:
    model = Transformer(tiny_config(dropout=0.4)).train()
    source, target = batch()
    torch.manual_seed(3)
    found = Objective(model, SMOOTHING, ALPHA)(source, target)
    torch.manual_seed(3)
    twice = model(torch.cat([source, source]), torch.cat([target, target])[:, :-1])
    counted = target[:, 1:] != PAD
    first, second = (logits[counted] for logits in (twice[:6], twice[6:]))
    assert not torch.allclose(first, second, atol=1e-2)
    losses = [
        F.cross_entropy(logits, target[:, 1:][counted], reduction="sum", label_smoothing=SMOOTHING)
        for logits in (first, second)
    ]
    p, q = (F.log_softmax(logits, dim=-1) for logits in (first, second))
    divergences = [F.kl_div(a, b, reduction="sum", log_target=True) for a, b in ((p, q), (q, p))]
    expected = sum(losses) / 2 + ALPHA / 4 * sum(divergences)
    torch.testing.assert_close(found, torch.as_tensor(expected), rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("r_drop", [0.0, ALPHA])
def test_without_dropout_two_passes_are_one(r_drop: float) -> None:
    model = Transformer(tiny_config()).train()
    source, target = batch()
    torch.testing.assert_close(
        Objective(model, SMOOTHING, r_drop)(source, target), translation_loss(model, source, target, SMOOTHING)
    )
