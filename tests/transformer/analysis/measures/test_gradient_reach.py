"""How far back a loss is felt: the gradients against finite differences, the distances by counting."""

import pytest
import torch
from tiny import tiny_model

from transformer.analysis.measures.gradient_reach import distances, measure_reach, source_gradients
from transformer.corpora.encoding import EncodedPair
from transformer.model.building import build
from transformer.model.probe import intervene
from transformer.model.recurrent.config import RecurrentConfig
from transformer.model.translation_model import TranslationModel
from transformer.text.special_tokens import END, START

PAIR = EncodedPair([7, 9, 5, END], [7, END], [START, 6, 4, END])


def models() -> list[TranslationModel]:
    torch.manual_seed(1)
    recurrent = [build(RecurrentConfig(23, 4, 5, 6, attention, 3)) for attention in ("none", "additive")]  # type: ignore[arg-type]
    return [each.double().eval() for each in (*recurrent, tiny_model(seed=2))]


@pytest.mark.parametrize("model", models(), ids=["fixed", "additive", "transformer"])
def test_a_gradient_is_what_a_small_push_changes(model: TranslationModel) -> None:
    norms = source_gradients(model, PAIR)
    assert norms.shape == (3, 4)
    target = torch.tensor([PAIR.target])

    def loss(push: torch.Tensor) -> torch.Tensor:
        change = intervene({"encoder.input": lambda x: x + push})
        logits = model(torch.tensor([PAIR.source]), target[:, :-1], change)[0]
        return torch.nn.functional.cross_entropy(logits, target[0, 1:], reduction="none")

    size, step = 1e-5, 1
    recorded: list[torch.Tensor] = []
    model(torch.tensor([PAIR.source]), target[:, :-1], intervene({"encoder.input": lambda x: recorded.append(x) or x}))
    width = recorded[0].size(-1)
    partial = []
    with torch.no_grad():
        for number in range(width):
            push = torch.zeros_like(recorded[0])
            push[0, step, number] = size
            partial.append((loss(push) - loss(-push)) / (2 * size))
    torch.testing.assert_close(norms[:, step], torch.stack(partial).norm(dim=0), rtol=1e-5, atol=1e-9)


def test_distances_are_the_steps_that_a_network_goes() -> None:
    """From the last token of three to the first said is one state of the encoder and one of the decoder."""
    assert distances(3, 2).tolist() == [[4, 3, 2], [5, 4, 3]]


def test_the_mean_is_over_all_pairs_of_words_so_far_apart() -> None:
    model = models()[0].float()
    norms, apart = source_gradients(model, PAIR), distances(4, 3)
    rows = {each.distance: each for each in measure_reach(model, [PAIR, PAIR], farthest=6)}
    assert max(rows) == 6
    for distance, row in rows.items():
        assert row.pairs == 2 * int((apart == distance).sum())
        assert row.gradient == pytest.approx(float(norms[apart == distance].mean()), rel=1e-5)
