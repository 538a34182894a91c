"""Cross-entropy with label smoothing (section 5.4 of the paper)."""

import torch.nn.functional as F
from torch import Tensor

from transformer.model.one_stack import OneStack
from transformer.model.probe import Probe
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import PAD


def translation_loss(
    model: TranslationModel,
    source: Tensor,
    target: Tensor,
    label_smoothing: float = 0.0,
    probe: Probe | None = None,
    source_loss: float = 0.0,
) -> Tensor:
    """Summed cross-entropy in nats of target[1:] given target[:-1] and the source.

        loss(y) = (1 − ε) · (− log p(y)) + ε / V · Σ_v (− log p(v)),    p = softmax(logits)

    Args:
        source: (B, S) ids, padded with PAD.
        target: (B, T + 1) ids, START … END, padded with PAD; padding is not counted.
        label_smoothing: ε. probe: of the model.
        source_loss: weight of the same loss of source[1:], each token given those before it; only one stack has one.

    Returns:
        A scalar, float32 under autocast too.
    """
    if not source_loss:
        return _cross_entropy(model(source, target[:, :-1], probe), target[:, 1:], label_smoothing)
    assert isinstance(model, OneStack)
    logits, length = model.project(model.read(source, target[:, :-1], probe=probe), probe), source.size(1)
    of_source = _cross_entropy(logits[:, : length - 1], source[:, 1:], label_smoothing)
    return _cross_entropy(logits[:, length:], target[:, 1:], label_smoothing) + source_loss * of_source


def _cross_entropy(logits: Tensor, labels: Tensor, label_smoothing: float) -> Tensor:
    return F.cross_entropy(
        logits.flatten(0, 1), labels.flatten(), ignore_index=PAD, reduction="sum", label_smoothing=label_smoothing
    )
