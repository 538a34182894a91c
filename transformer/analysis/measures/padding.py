"""Sentences of different length in one batch: padded at the end, the padding hidden (section 3.2.3 of the paper)."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.model.attentions import all_layers
from transformer.model.masks import padding_mask
from transformer.model.probe import Recorder
from transformer.model.transformer import Transformer
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import PAD


@dataclass(frozen=True)
class PaddedBatch:
    """What the encoder computes for several sentences at once.

    Letters: B sentences, L layers, H heads, S the longest one's length, D model width.

    Attributes:
        tokens: (B, S) ids, padded with PAD.
        real: (B, S), the padding mask: True at a real token, False at PAD.
        weights: (L, B, H, S, S) attention weights.
        unmasked: (L, B, H, S, S), softmax of the same scores without the mask.
        output: (B, S, D), the encoder's output.
    """

    tokens: Tensor
    real: Tensor
    weights: Tensor
    unmasked: Tensor
    output: Tensor

    def on_padding(self, weights: Tensor) -> Tensor:
        """The largest share of its attention that a real query gives to PAD, (L, B, H, S, S) → (L, B, H)."""
        share = weights.masked_fill(self.real[:, None, None, :], 0.0).sum(dim=-1)
        return share.masked_fill(~self.real[:, None, :], 0.0).amax(dim=-1)

    def received(self, weights: Tensor, sentence: int) -> Tensor:
        """What each key of one sentence gets, mean over its real queries: (L, B, H, S, S) → (L, H, S)."""
        return weights[:, sentence][:, :, self.real[sentence]].mean(dim=-2)


@torch.no_grad()
def encode_together(model: Transformer, sources: Sequence[Sequence[int]]) -> PaddedBatch:
    """Encode sentences as one padded batch.

    Args:
        sources: token ids of each, END included.
    """
    tokens = pad_rows(sources)
    recorder = Recorder()
    output = model.encode(tokens, recorder)
    weights, scores = (all_layers(recorder.activations, "encoder", name) for name in ("weights", "scores"))
    real = padding_mask(tokens, PAD)[:, 0, 0]
    return PaddedBatch(tokens, real, weights, scores.softmax(dim=-1), output)
