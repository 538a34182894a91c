"""What each head writes: the joined heads' output as a sum over heads (section 3.2.2 of the paper).

    Concat(head_1 … head_h) W^O + b = Σ_h head_h W^O_h + b

Only the block W^O_h (d_k, D) touches head h, so each head's part of the output can be seen separately (Elhage et al.
2021, "A Mathematical Framework for Transformer Circuits").
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding.trace import Trace
from transformer.model.attentions import attention_at, head_shares
from transformer.model.transformer import Transformer


@dataclass(frozen=True)
class HeadShares:
    """The parts of one attention's output.

    Attributes:
        shares: (H, T, D), what each head writes at each position.
        bias: (D), what the output projection adds regardless of the heads.
        output: (T, D), what the model computed: all heads concatenated, times the whole W^O, plus the bias.
    """

    shares: Tensor
    bias: Tensor
    output: Tensor

    @property
    def total(self) -> Tensor:
        """The sum over heads, plus the bias, (T, D): the same as `output`, computed part by part."""
        return self.shares.sum(dim=0) + self.bias

    @property
    def lengths(self) -> Tensor:
        """How long each part is, (H + 1, T), the bias last: √(Σ_d part_d²)."""
        return self._pieces.norm(dim=-1)

    @property
    def parts(self) -> Tensor:
        """How much of the output comes from each head, (H + 1, T), the bias last; each column sums to 1.

        Lengths do not add up, because shares can point in different directions; their components in the output's own
        direction do: share · output / |output|². A negative part works against what the others write.
        """
        return (self._pieces * self.output).sum(dim=-1) / self.output.square().sum(dim=-1).clamp_min(1e-12)

    @property
    def _pieces(self) -> Tensor:
        return torch.cat([self.shares, self.bias.expand(1, *self.output.shape)])


@torch.no_grad()
def attention_shares(model: Transformer, trace: Trace, place: str) -> HeadShares:
    """The parts of one attention's output in a traced sentence.

    Args:
        model: the traced one, without an intervention on that output.
        place: of the attention, such as `decoder.2.cross_attention`.
    """
    projection = attention_at(model, place).output_projection
    context, output = trace[f"{place}.context"], trace[f"{place}.output"]
    return HeadShares(head_shares(context, projection), projection.bias.detach().to(output), output)
