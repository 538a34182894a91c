"""Options no training can be made with."""

import math

import pytest

from transformer.errors import ConfigError
from transformer.training.config import TrainingConfig


@pytest.mark.parametrize(
    "changes",
    [
        {"steps": 0},
        {"batch_tokens": 0},
        {"warmup": 0},
        {"peak": 0.0},
        {"peak": math.nan},
        {"clip": -1.0},
        {"label_smoothing": 1.0},
        {"hasty_share": 1.5},
        {"piece_dropout": 1.0},
        {"schedule": "none"},
        {"optimizer": "none"},
    ],
)
def test_impossible_options_are_refused_by_name(changes: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=next(iter(changes))):
        TrainingConfig(**changes)
