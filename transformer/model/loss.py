"""Cross-entropy with label smoothing (section 5.4 of the paper), in few passes over the logits.

The logits of a batch are its largest tensor: thousands of positions times thousands of tokens. In training, where a
gradient is asked for, it is known in closed form and made in the forward pass, from the same softmax as the loss.
"""

from typing import Any

import torch
from torch import Tensor

from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import PAD


def translation_loss(model: TranslationModel, source: Tensor, target: Tensor, label_smoothing: float = 0.0) -> Tensor:
    """Summed cross-entropy in nats of target[1:] given target[:-1] and the source.

    Args:
        source: (B, S) ids, padded with PAD.
        target: (B, T + 1) ids, START … END, padded with PAD; padding is not counted.
        label_smoothing: ε_ls of section 5.4.

    Returns:
        A float32 scalar.
    """
    logits = model(source, target[:, :-1])
    return smoothed_cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten(), label_smoothing, ignored=PAD)


def explicit_cross_entropy(logits: Tensor, targets: Tensor, smoothing: float, ignored: int) -> Tensor:
    """The loss as the paper has it, step by step: cross-entropy against (1 − ε) · one-hot + ε / V.

        loss(y) = (1 − ε) · (− log p(y)) + ε / V · Σ_v (− log p(v)),    p = softmax(logits)

    Arguments and result as of `smoothed_cross_entropy`.
    """
    log_probabilities = torch.log_softmax(logits.float(), dim=-1)
    of_target = log_probabilities.gather(-1, targets.unsqueeze(-1)).squeeze(-1)
    of_all = log_probabilities.mean(dim=-1)
    losses = (1 - smoothing) * -of_target + smoothing * -of_all
    return losses[targets != ignored].sum()


class _SmoothedCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(context: Any, logits: Tensor, targets: Tensor, smoothing: float, ignored: int) -> Tensor:
        counted = targets != ignored
        rows = torch.arange(targets.numel(), device=targets.device)
        probabilities = torch.softmax(logits, dim=-1)
        of_target = logits[rows, targets].float()
        log_normaliser = of_target - probabilities[rows, targets].float().log()
        impossible = log_normaliser.isinf()  # the probability is too small for a number: take the long way
        if impossible.any():
            log_normaliser[impossible] = logits[impossible].float().logsumexp(dim=-1)
        # A product with ones: on a CPU ten times as quick as the mean of bfloat16 numbers.
        mean = (logits @ logits.new_ones(logits.size(-1))).float() / logits.size(-1)
        losses = log_normaliser - (1 - smoothing) * of_target - smoothing * mean
        # d loss / d logits = softmax − smoothed target, and 0 where nothing is counted.
        gradient = probabilities.sub_(smoothing / logits.size(-1))
        gradient[rows, targets] -= 1 - smoothing
        gradient.index_fill_(0, rows[~counted], 0)
        context.save_for_backward(gradient)
        return losses.masked_fill(~counted, 0.0).sum()

    @staticmethod
    def backward(context: Any, gradient_of_sum: Tensor) -> tuple[Tensor, None, None, None]:
        (gradient,) = context.saved_tensors
        # In place, for it is the largest tensor of a step. A second backward pass through it is refused by PyTorch.
        return gradient.mul_(gradient_of_sum.to(gradient.dtype)), None, None, None


def smoothed_cross_entropy(logits: Tensor, targets: Tensor, smoothing: float, ignored: int) -> Tensor:
    """Summed cross-entropy in nats against (1 − ε) · one-hot + ε / V.

    Where no gradient is asked for the explicit formula runs. Where one is, the same in closed form: autograd needs two
    to four times as long for the gradient of the explicit formula.

    Args:
        logits: (N, V), float32 or bfloat16.
        targets: (N,) token ids.
        smoothing: ε_ls; 0 for plain cross-entropy.
        ignored: the id whose positions do not count (padding).

    Returns:
        A float32 scalar.
    """
    if not (logits.requires_grad and torch.is_grad_enabled()):
        return explicit_cross_entropy(logits, targets, smoothing, ignored)
    result: Tensor = _SmoothedCrossEntropy.apply(logits, targets, smoothing, ignored)
    return result
