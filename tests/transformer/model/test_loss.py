"""The loss against its equation, written out."""

import pytest
import torch
from tiny import tiny_config

from transformer.model.loss import translation_loss
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("bfloat16", [False, True])
def test_the_loss_is_the_papers_sum_over_all_tokens_but_padding(smoothing: float, bfloat16: bool) -> None:
    model = Transformer(tiny_config())
    source, target = torch.randint(4, 23, (3, 5)), torch.randint(4, 23, (3, 7))
    target[1, 4:] = PAD
    with torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
        loss = translation_loss(model, source, target, smoothing)
        logits = model(source, target[:, :-1])
    costs = -torch.log_softmax(logits.double(), dim=-1)  # (B, T, V)
    of_target = costs.gather(-1, target[:, 1:, None]).squeeze(-1)
    each = (1 - smoothing) * of_target + smoothing * costs.mean(dim=-1)
    assert loss.dtype == torch.float32
    assert loss.item() == pytest.approx(each[target[:, 1:] != PAD].sum().item(), rel=1e-5)
