"""The feed-forward layer's neurons: which are active, and what they write (section 3.3).

    h_j = max(0, x · W_1[:, j] + b_j)          how strongly neuron j answers to a token
    FFN(x) = Σ_j h_j W_2[j, :] + b_2           each adds its row of W_2, as often as it is strong

Neuron j consists of one column of W_1, which it responds to, and one row of W_2, which it writes into the stream. ReLU
makes h_j 0 or positive, so that a neuron adds its row or is silent; swish and GELU leave it slightly negative where
ReLU would make it 0. The rows can be compared with the embedding table,
to see which pieces of the vocabulary they point to (Geva et al. 2022, arXiv 2203.14680).

Letters: L layers, T tokens, D model width, F = d_ff neurons, V vocabulary size.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer.model.attentions import Stack
from transformer.model.layers import FeedForward
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD, START, UNKNOWN


def feed_forwards(model: Transformer, stack: Stack) -> list[FeedForward]:
    """The feed-forward layer of each layer of a stack."""
    layers: Iterable[nn.Module] = model.encoder_layers if stack == "encoder" else model.decoder_layers
    found = [layer.feed_forward for layer in layers]
    return [each for each in found if isinstance(each, FeedForward)]


@dataclass(frozen=True)
class Promoted:
    """Which pieces each neuron's output points to most.

    Attributes:
        pieces: ids (L, F, count), the nearest first.
        cosines: between the neuron's row of W_2 and the piece's embedding, (L, F, count).
    """

    pieces: Tensor
    cosines: Tensor


@torch.no_grad()
def find_promoted(model: Transformer, stack: Stack, count: int = 5) -> Promoted:
    """Compare each neuron's row of W_2 with the embedding table.

    This is a projection, not what the model does with it: the layers above read the stream differently. It is closest
    to a prediction in the decoder's last layer, whose stream passes only one more LayerNorm before the output
    projection. Padding, the unknown token and START are left out, since a translation never has them.

    Args:
        stack: the encoder's rows are compared with the source embeddings, the decoder's with the output projection.
        count: pieces for each neuron, or all of the vocabulary if it has fewer.
    """
    table = model.source_embedding.weight if stack == "encoder" else model.output_projection.weight
    directions = F.normalize(table.float().cpu(), dim=-1)
    never = torch.tensor([PAD, UNKNOWN, START])
    pieces, similarities = [], []
    for layer in feed_forwards(model, stack):
        rows = F.normalize(layer.contract.weight.float().cpu().T, dim=-1)
        found = (
            (rows @ directions.T).index_fill(-1, never, -torch.inf).topk(min(count, len(table) - len(never)), dim=-1)
        )
        pieces.append(found.indices)
        similarities.append(found.values)
    return Promoted(torch.stack(pieces), torch.stack(similarities))
