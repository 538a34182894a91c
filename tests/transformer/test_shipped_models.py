"""The models that come with the project are what their cards say."""

import pytest

import transformer
from transformer import shipped_models
from transformer.model.transformer import count_parameters
from transformer.model_folder import SHIPPED_MODELS

SPOKEN = {"en-fr": ("homme", "chien"), "en-de": ("Mann", "Hund")}


def test_a_french_and_a_german_one_ship() -> None:
    assert shipped_models() == ["en-de", "en-fr"]


@pytest.mark.parametrize("name", shipped_models())
def test_card_and_weights_agree(name: str) -> None:
    translator = transformer.load(name)
    card = translator.card
    assert f"{card['source_language']}-{card['target_language']}" == name
    assert card["parameters"] == count_parameters(translator.model)
    assert sum(path.stat().st_size for path in (SHIPPED_MODELS / name).iterdir()) < 16 * 2**20
    assert card["command"].startswith("python -m transformer train ")
    measured = {(row["corpus"], row["split"], row["decoding"]) for row in card["scores"]}
    assert {("multi30k", "test", "beam 5, alpha 1"), ("tatoeba", "dev", "beam 5, alpha 1")} <= measured
    assert all(0 < row["bleu"] < 100 and 0 < row["tokenised_bleu"] < 100 for row in card["scores"])


@pytest.mark.parametrize("name", shipped_models())
def test_it_speaks_its_language(name: str) -> None:
    translator = transformer.load(name)
    man, dog = SPOKEN[name]
    for beam in (1, 5):
        assert man in translator.translate("A man is riding a bicycle.", beam).text
        assert dog in translator.translate("A dog is running through the snow.", beam).text
