"""One update: the mean loss of its batch, gradients cut to their length, nothing learned from what is no number."""

import math
from dataclasses import replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from test_loop import CONFIG
from tiny import PAIRS, tiny_config

from transformer.corpora.encoding import Batch, EncodedPair, collate, encode_pairs
from transformer.errors import TrainingError
from transformer.model.loss import translation_loss
from transformer.model.transformer import Transformer
from transformer.training.config import TrainingConfig
from transformer.training.trainer import Trainer, split_batch


@pytest.fixture
def pairs(tiny_tokenizer) -> list[EncodedPair]:
    return encode_pairs(PAIRS[:5], tiny_tokenizer, 24)


@pytest.fixture
def batch(pairs: list[EncodedPair]) -> Batch:
    return collate(pairs)


def trainer(config: TrainingConfig = CONFIG, **changes: object) -> Trainer:
    return Trainer(Transformer(tiny_config(**{"vocabulary_size": 160, "norm": "pre", **changes})), config)


def test_the_loss_is_the_mean_over_the_target_tokens_of_the_batch(batch: Batch, pairs: list[EncodedPair]) -> None:
    made = trainer(replace(CONFIG, label_smoothing=0.0))
    with torch.no_grad():
        total = sum(
            translation_loss(made.model, torch.tensor([pair.source]), torch.tensor([pair.target])).item()
            for pair in pairs
        )
    update = made.update(batch, 1e-3)
    assert update.target_tokens == sum(len(pair.target) - 1 for pair in pairs)
    assert float(update.loss) == pytest.approx(total / update.target_tokens, rel=1e-4)


@settings(max_examples=30, deadline=None)
@given(rows=st.integers(1, 6), source=st.integers(1, 5), target=st.integers(2, 6), most=st.integers(1, 40))
def test_the_parts_of_a_batch_are_its_rows_in_order_and_within_bounds(rows, source, target, most) -> None:
    whole = Batch(torch.arange(rows * source).view(rows, source), torch.arange(rows * target).view(rows, target), 9)
    split = split_batch(whole, most)
    assert torch.cat([part.source for part in split]).equal(whole.source)
    assert torch.cat([part.target for part in split]).equal(whole.target)
    for part in split:
        assert part.target_tokens == 9
        assert len(part.source) == 1 or len(part.source) * (source + target) <= 2 * most


def test_a_batch_in_parts_moves_the_weights_as_a_whole_one_does(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = []
    for most in (1, 4_000):
        monkeypatch.setattr("transformer.training.trainer.AT_ONCE", most)
        torch.manual_seed(7)
        made = trainer(replace(CONFIG, clip=0.1))
        made.optimizers = [torch.optim.SGD(made.model.parameters(), lr=1.0)]
        update = made.update(batch, 1.0)
        moved.append([update.loss, update.gradient_norm, *made.model.parameters()])
    for one, other in zip(*moved, strict=True):
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-6)


def test_an_update_makes_the_loss_smaller_at_the_rate_it_is_given(batch: Batch) -> None:
    made = trainer()
    losses = [made.update(batch, rate).loss for rate in (0.0, 1e-2, 1e-2, 0.0, 0.0)]
    assert losses[0] == losses[1] > losses[2] > losses[3] == losses[4]


def test_dropout_is_on_whatever_looked_at_the_model_before(batch: Batch) -> None:
    made = trainer(dropout=0.5)
    made.model.eval()
    assert made.update(batch, 0.0).loss != made.update(batch, 0.0).loss


def test_gradients_are_clipped_to_their_length(batch: Batch) -> None:
    made = trainer(replace(CONFIG, clip=1e-9))
    before = [parameter.detach().clone() for parameter in made.model.parameters()]
    made.optimizers = [torch.optim.SGD(made.model.parameters(), lr=1.0)]
    assert made.update(batch, 1.0).gradient_norm > 1e-3
    moved = zip(made.model.parameters(), before, strict=True)
    assert math.sqrt(sum((new - old).pow(2).sum().item() for new, old in moved)) < 1e-7


@pytest.mark.parametrize("value", [math.nan, math.inf])
def test_nothing_is_learned_from_a_loss_that_is_no_number(batch: Batch, value: float) -> None:
    made = trainer()
    made.model.output_projection.weight.data[5].fill_(value)
    before = [parameter.detach().clone() for parameter in made.model.parameters()]
    with pytest.raises(TrainingError, match="The loss became nan"):
        made.update(batch, 1e-2)
    for new, old in zip(made.model.parameters(), before, strict=True):
        torch.testing.assert_close(new, old, rtol=0, atol=0, equal_nan=True)


def test_a_step_never_waits_for_the_device(batch: Batch) -> None:
    """Tensors on "meta" have no numbers: asking for one is an error there, as it would be a wait on a GPU."""
    model = Transformer(tiny_config(vocabulary_size=160, norm="pre", dropout=0.1)).to("meta")
    made = Trainer(model, replace(CONFIG, optimizer="muon"))
    fused = made.optimizers[0]  # a kernel of the GPU's own, which "meta" lacks
    made.optimizers[0] = torch.optim.SGD(fused.param_groups[0]["params"])
    update = made.update(Batch(batch.source.to("meta"), batch.target.to("meta"), batch.target_tokens), 1e-3)
    with pytest.raises(RuntimeError):
        float(update.loss)
