"""Queries, keys and values: the input of an attention, and the matrices that multiply it (section 3.2.2 of the paper).

    Q_i = X W_i^Q + b_i^Q,    K_i = M W_i^K + b_i^K,    V_i = M W_i^V + b_i^V        for each head i

In self-attention the memory M is X itself; in cross-attention X is the decoder's stream and M the encoder's output.
The paper's equation has no biases; `nn.Linear` has them, and so does this model.

Letters: T queries, S keys, H heads, D model width, d_k = D / H.
"""

from collections.abc import Mapping

from torch import Tensor, nn

from transformer.analysis.measures.stream import sublayers
from transformer.model.attentions import USES, kind_and_layer


def attention_inputs(trace: Mapping[str, Tensor], place: str) -> tuple[Tensor, Tensor]:
    """What enters the projections of the attention at a place, with pre-norm as with post-norm.

    Returns:
        X (T, D), the source of the queries, and the memory (S, D), the source of keys and values; in
        self-attention both are the same.
    """
    use = USES[kind_and_layer(place)[0]]
    x = sublayers(trace)[place].input
    return x, x if use.keys == use.queries else trace["encoder.output"]


def head_of(projection: nn.Linear, head: int, heads: int) -> tuple[Tensor, Tensor]:
    """One head's own matrix and bias from a projection of all heads, as views: W_i (D, d_k) and b_i (d_k).

    `nn.Linear` stores the transpose of the paper's matrix: its rows are outputs, so that d_k of them are a head's.
    """
    weights, biases = (each.unflatten(0, (heads, -1))[head] for each in (projection.weight, projection.bias))
    return weights.T, biases
