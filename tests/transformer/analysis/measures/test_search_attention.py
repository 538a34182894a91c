"""The attention of a search's hypotheses against forward passes over each of them alone."""

import pytest
import torch
from tiny import recorded

from transformer import Translator
from transformer.analysis.measures.search_attention import search_attention
from transformer.decoding.beam_search import beam_search
from transformer.decoding.search import NodeState, SearchOptions
from transformer.text.special_tokens import START


@pytest.mark.slow
@pytest.mark.parametrize("beam", [2, 4])
def test_every_node_has_the_attention_of_a_pass_over_its_own_path(translator: Translator, beam: int) -> None:
    source = translator.read("The dog eats bread.").ids
    (search,) = beam_search(translator.model, [source], beam, options=SearchOptions(7, record=True))
    memory = translator.model.encode(torch.tensor([source]))
    weights, rows = search_attention(translator.model, memory, search.nodes)
    assert len(rows) == len(search.nodes)
    assert {node.state for node in search.nodes} >= {NodeState.KEPT, NodeState.PRUNED}
    for index in range(len(search.nodes)):
        path = search.path(index)
        activations = recorded(translator.model, torch.tensor([source]), torch.tensor([[START, *path[:-1]]]))
        for layer in range(2):
            alone = activations[f"decoder.{layer}.cross_attention.weights"][:, len(path) - 1]
            torch.testing.assert_close(weights[rows[index], layer], alone, rtol=1e-4, atol=1e-5)
