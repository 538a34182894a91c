"""Queries, keys and values: the input of an attention (section 3.2.2 of the paper).

    Q_i = X W_i^Q + b_i^Q,    K_i = M W_i^K + b_i^K,    V_i = M W_i^V + b_i^V        for each head i

In self-attention the memory M is X itself; in cross-attention X is the decoder's stream and M the encoder's output.
The paper's equation has no biases; `nn.Linear` has them, and so does this model.

Letters: T queries, S keys, H heads, D model width, d_k = D / H.
"""

from collections.abc import Mapping

from torch import Tensor

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
