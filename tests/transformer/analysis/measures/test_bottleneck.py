"""What is left of a word in the vector handed over: by reading the sentence anew, one word blank at a time."""

import pytest
import torch

from transformer.analysis.measures.bottleneck import what_is_left
from transformer.errors import GlassformerError
from transformer.model.probe import Recorder, chain, intervene
from transformer.model.recurrent.config import RecurrentConfig
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.text.special_tokens import END

SOURCE = [7, 9, 5, END]


def network(backwards: bool = False, attention: str = "none") -> RecurrentNetwork:
    torch.manual_seed(3)
    config = RecurrentConfig(23, 4, 5, 6, attention, 3, backwards=backwards)  # type: ignore[arg-type]
    return RecurrentNetwork(config).eval()


@pytest.mark.slow
@pytest.mark.parametrize("backwards", [False, True])
def test_it_is_how_far_the_state_moves_when_one_word_is_blank(backwards: bool) -> None:
    model = network(backwards)
    left = what_is_left(model, SOURCE)
    whole = model.encode(torch.tensor([SOURCE])).states[0, 0]
    for word in range(len(SOURCE)):
        mask = torch.ones(len(SOURCE), 1)
        mask[word] = 0
        recorder = Recorder(("encoder.output",))
        change = intervene({"encoder.input": lambda vectors, mask=mask: vectors * mask})
        model.encode(torch.tensor([SOURCE]), chain(change, recorder))
        blank = recorder.activations["encoder.output"][0, 0]
        torch.testing.assert_close(left[-1, word], (blank - whole).norm() / whole.norm())


def test_a_network_that_looks_back_hands_over_no_single_vector() -> None:
    with pytest.raises(GlassformerError, match="hands over all its states"):
        what_is_left(network(attention="additive"), SOURCE)
