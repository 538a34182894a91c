"""How much memory a value takes, against sizes known by hand."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest
import torch

from transformer import Translator
from viewer.app.memory_size import bytes_of

NUMBERS = 10_000  # so many that what is around them hardly counts


@dataclass(frozen=True)
class Holding:
    tensor: torch.Tensor
    array: np.ndarray


def test_numbers_count_as_many_bytes_as_they_have() -> None:
    for value, bytes_a_number in (
        (torch.zeros(NUMBERS), 4),
        ({"a": [torch.zeros(NUMBERS)], "b": (torch.zeros(NUMBERS),)}, 8),
        (Holding(torch.zeros(NUMBERS), np.zeros(NUMBERS, np.int16)), 6),
        (pd.DataFrame({"a": np.zeros(NUMBERS), "b": np.zeros(NUMBERS)}), 16),
    ):
        assert bytes_of(value) == pytest.approx(bytes_a_number * NUMBERS, rel=0.1), type(value)


def test_what_is_shared_counts_once_and_a_part_counts_whole() -> None:
    numbers = torch.zeros(100, NUMBERS)
    assert bytes_of([numbers, numbers, numbers[3], numbers.T]) == pytest.approx(bytes_of(numbers), rel=0.01)
    assert bytes_of(numbers[:1]) == bytes_of(numbers)  # the rest is not free as long as the part is there
    assert bytes_of(np.zeros(NUMBERS)[:1]) == pytest.approx(8 * NUMBERS, rel=0.01)


def test_a_translation_does_not_count_its_model(translator: Translator) -> None:
    translation = translator.translate("The dog eats bread.")
    small = bytes_of(translation)
    weights = sum(each.nbytes for each in translator.model.parameters())
    assert small < 20_000 < weights
    activations = sum(each.nbytes for each in translation.trace.values())
    assert small + activations / 4 < bytes_of(translation) < small + 2 * activations
