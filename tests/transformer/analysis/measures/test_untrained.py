"""The loss before training: what it is made of, against the model's own loss and against what theory says."""

import math
from dataclasses import replace

import pytest
import torch

from transformer.analysis.measures.untrained import UntrainedLoss, untrained_loss
from transformer.model.loss import translation_loss
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import SPECIAL_TOKENS, START
from transformer.training.live.settings import VOCABULARY, TrainingSettings

CONFIG = TrainingSettings().model_config(VOCABULARY)


@pytest.fixture(scope="module")
def live() -> UntrainedLoss:
    return untrained_loss(CONFIG, 0.1)


def test_its_parts_are_the_whole(live: UntrainedLoss) -> None:
    assert live.even == pytest.approx(math.log(VOCABULARY))
    assert live.expected == pytest.approx(live.even + live.spread + live.repeated)
    assert live.expected > live.even + 0.4


def test_it_is_the_loss_of_the_training_itself(live: UntrainedLoss) -> None:
    torch.manual_seed(1)
    model = Transformer(CONFIG).eval()
    tokens = torch.randint(len(SPECIAL_TOKENS), VOCABULARY, (20, 30))
    tokens[:, 0] = START
    with torch.no_grad():
        loss = float(translation_loss(model, tokens, tokens.roll(1, 0))) / (20 * 29)
    assert live.expected == pytest.approx(loss, abs=0.15)
    assert live.plain == pytest.approx(live.expected, abs=0.15)


def test_the_spread_of_the_logits_costs_half_its_square(live: UntrainedLoss) -> None:
    untied = untrained_loss(replace(CONFIG, tied_embeddings=False), 0.1)
    assert untied.spread == pytest.approx(untied.deviation**2 / 2, abs=0.03)
    assert abs(untied.repeated) < 0.005  # nothing of the token just read is left in what it says
    assert untied.again < 0.002
    assert live.repeated > 0.05
    assert live.again > 0.05
