"""What pages claim about the models that ship, measured again."""

import re
from collections import Counter

import pytest
from shipped_models import shipped_model

import transformer
from transformer.corpora import Direction
from transformer.corpora.everyday import natural_pairs
from transformer.training.card import commands_behind
from viewer.app import resources


@pytest.mark.parametrize("name", transformer.shipped_models())
def test_what_the_cards_say_of_the_training(name: str) -> None:
    card = shipped_model(name).card
    assert card["training"]["label_smoothing"] > 0  # so training lowers more than the cross-entropy of `output`
    assert re.search("grammar|renamed", " ".join(commands_behind(card)))  # so not all references are by people
    calibration = resources.calibration(name)
    assert calibration.source == "multi30k:dev, tatoeba:dev"  # without the grammar that models also learn from


@pytest.mark.slow
@pytest.mark.parametrize("name", transformer.shipped_models())
def test_frequent_words_are_usually_but_not_always_one_piece(name: str) -> None:
    translator = shipped_model(name)
    texts = [pair.source for pair in natural_pairs(Direction.of_card(translator.card).foreign)]
    counted = Counter(re.findall(r"\b[a-z]+\b", " ".join(texts))).most_common()

    def share_whole(words: list[str]) -> float:
        return sum(len(pieces) == 1 for pieces in translator.tokenizer.encode_all(words)) / len(words)

    assert 0.85 < share_whole([word for word, _ in counted[:1000]]) < 1
    assert share_whole([word for word, count in counted if count == 1][:1000]) < 0.1
