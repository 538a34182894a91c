"""The cross-attention of every hypothesis in a beam search, including pruned ones.

A token's attention depends on the tokens before it, not on the token itself: all continuations of one hypothesis
share the row of the position that predicts them. So one row for each live hypothesis at each step is enough.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.decoding.search import ROOT, NodeState, SearchNode
from transformer.model.attentions import place
from transformer.model.probe import Recorder
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import START


@torch.no_grad()
def search_attention(model: Transformer, memory: Tensor, nodes: Sequence[SearchNode]) -> dict[str, Tensor]:
    """The attention with which each node of a recorded search was predicted, in one pass over all hypotheses.

    The decoder reads the tree as one sequence, in which a token sees only itself and those before it in its own
    hypothesis.

    Args:
        memory: (1, S, D), the encoded source. nodes: of the search.

    Returns:
        (H, R, S) by name, such as `decoder.2.cross_attention.weights`, with one row for each hypothesis that was
        continued: the empty one first, then in the order of the nodes.
    """
    last = max(node.step for node in nodes)
    continued = [index for index, node in enumerate(nodes) if node.state is NodeState.KEPT and node.step < last]
    row_of = {node: row for row, node in enumerate((ROOT, *continued))}
    sees = torch.eye(len(row_of), dtype=torch.bool)
    for index in continued:
        sees[row_of[index]] |= sees[row_of[nodes[index].parent]]
    tokens = torch.tensor([START, *(nodes[index].token for index in continued)])
    positions = sees.sum(dim=-1) - 1
    vectors = model.target_embedding(tokens.to(memory.device)) * math.sqrt(model.config.d_model)
    x = (vectors + model.positions.table[positions])[None]
    weights = {}
    for number, layer in enumerate(model.decoder_layers):
        recorder = Recorder("cross_attention.weights")
        x = layer(x, memory, sees.to(memory.device), None, probe=recorder)
        weights[f"{place('cross', number)}.weights"] = recorder.activations["cross_attention.weights"][0].cpu()
    return weights
