"""The average output of each head: the mean of its context over held-out sentences, for `mean_head`."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import torch
from torch import Tensor

from transformer.decoding.greedy import greedy
from transformer.decoding.trace import whole_target
from transformer.model.attentions import places
from transformer.model.probe import Recorder
from transformer.model.transformer import Transformer
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import PAD


@torch.no_grad()
def head_means(model: Transformer, sources: Sequence[Sequence[int]]) -> Mapping[str, Tensor]:
    """The mean context of every head, over all tokens of the sentences and of the model's greedy translations.

    Args:
        sources: token ids of each sentence, END included.

    Returns:
        By attention, (H, d_k).
    """
    device = next(model.parameters()).device
    generated = [each.tokens for each in greedy(model, sources)]
    read = [whole_target(tokens, model.config.max_length)[:-1] for tokens in generated]  # the last token is never read
    target = pad_rows(read).to(device)
    source = pad_rows(sources).to(device)
    recorder = Recorder(only=[f"{place}.context" for place in places(model.config)])
    model(source, target, recorder)
    means: dict[str, Tensor] = {}
    for place in places(model.config):
        real = (source if place.startswith("encoder.") else target) != PAD
        context = recorder.activations[f"{place}.context"].transpose(1, 2)  # (B, T, H, d_k)
        means[place] = context[real].mean(dim=0)
    return MappingProxyType(means)
