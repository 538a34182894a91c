"""What a visitor may choose, and what is refused in a sentence."""

import pytest

from transformer.errors import ConfigError
from transformer.training.live.settings import LIMITS, TrainingSettings


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        *[({name: top * 2}, f"{low:g} to {top:g}") for name, (low, top) in LIMITS.items()],
        *[({name: low - 1}, f"{low:g} to {top:g}") for name, (low, top) in LIMITS.items()],
        ({"layers": 1.5}, "whole number"),
        ({"layers": True}, "whole number"),
        ({"peak": float("nan")}, "number"),
        ({"dropout": "much"}, "number"),
        ({"width": 100, "heads": 8}, "multiple of twice"),
        ({"sentence": " \u200b "}, "a sentence"),
        ({"reference": ""}, "should become"),
        ({"sentence": None}, "a sentence"),
    ],
)
def test_a_setting_that_makes_no_run_is_refused_in_a_sentence(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words) as refused:
        TrainingSettings(**changes)  # type: ignore[arg-type]
    assert str(refused.value).endswith(".")
