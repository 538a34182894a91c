"""The terms of an energy add up to what the model computed."""

import torch
from tiny import record_pass

from transformer.analysis.measures.energies import additive_attention_states
from transformer.model.recurrent.config import RecurrentConfig
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.text.special_tokens import END, START

SOURCE, TARGET = [7, 9, 5, END], [START, 6, 4]


def test_the_terms_of_every_energy_add_up_to_it() -> None:
    torch.manual_seed(2)
    model = RecurrentNetwork(RecurrentConfig(23, 4, 5, 6, "additive", 9)).double().eval()
    seen = record_pass(model, torch.tensor([SOURCE]), torch.tensor([TARGET]))
    hidden = additive_attention_states(model, seen)
    energies = seen["decoder.0.cross_attention.scores"][0]
    assert energies.shape == (len(TARGET), len(SOURCE))
    for step in range(len(TARGET)):
        for word in range(len(SOURCE)):
            torch.testing.assert_close(hidden.terms(step, word).sum(), energies[step, word], rtol=1e-12, atol=1e-12)
