"""Cross-entropy with label smoothing (section 5.4 of the paper)."""

import torch.nn.functional as F
from torch import Tensor

from transformer.model.probe import Probe
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import PAD


def translation_loss(
    model: TranslationModel, source: Tensor, target: Tensor, label_smoothing: float = 0.0, probe: Probe | None = None
) -> Tensor:
    """Summed cross-entropy in nats of target[1:] given target[:-1] and the source.

        loss(y) = (1 − ε) · (− log p(y)) + ε / V · Σ_v (− log p(v)),    p = softmax(logits)

    Args:
        source: (B, S) ids, padded with PAD.
        target: (B, T + 1) ids, START … END, padded with PAD; padding is not counted.
        label_smoothing: ε. probe: of the model.

    Returns:
        A scalar, float32 under autocast too.
    """
    logits = model(source, target[:, :-1], probe).flatten(0, 1)
    return F.cross_entropy(
        logits, target[:, 1:].flatten(), ignore_index=PAD, reduction="sum", label_smoothing=label_smoothing
    )
