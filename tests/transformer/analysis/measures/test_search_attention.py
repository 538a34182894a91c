"""The attention of a search's hypotheses against forward passes over each of them alone."""

import pytest
import torch
from tiny import record_pass

from transformer import Translator
from transformer.analysis.measures.search_attention import search_attention
from transformer.decoding.beam_search import beam_search
from transformer.decoding.search import ROOT, NodeState, SearchOptions
from transformer.text.special_tokens import START


@pytest.mark.slow
@pytest.mark.parametrize("beam", [2, 4])
def test_every_node_has_the_attention_of_a_pass_over_its_own_path(translator: Translator, beam: int) -> None:
    source = translator.read("The dog eats bread.").ids
    (search,) = beam_search(translator.model, [source], beam, options=SearchOptions(7, record=True))
    memory = translator.model.encode(torch.tensor([source]))
    weights = search_attention(translator.model, memory, search.nodes)
    last = max(node.step for node in search.nodes)
    kept = [at for at, node in enumerate(search.nodes) if node.state is NodeState.KEPT and node.step < last]
    rows = {node: row for row, node in enumerate((ROOT, *kept))}
    assert {node.state for node in search.nodes} >= {NodeState.KEPT, NodeState.PRUNED}
    for index, node in enumerate(search.nodes):
        path = search.path(index)
        activations = record_pass(translator.model, torch.tensor([source]), torch.tensor([[START, *path[:-1]]]))
        for layer in range(2):
            name = f"decoder.{layer}.cross_attention.weights"
            alone = activations[name][:, len(path) - 1]
            torch.testing.assert_close(weights[name][:, rows[node.parent]], alone, rtol=1e-4, atol=1e-5)
