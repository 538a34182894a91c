"""A card's fields: each of the kind that the pages and commands expect, or told in one sentence."""

import json
from pathlib import Path
from typing import Any

import pytest

from transformer.errors import ModelFolderError
from transformer.model.card import check_card
from transformer.model.folder import comparison_models, find_model, load_model, shipped_models

SCORE = {"corpus": "multi30k", "split": "dev", "decoding": "greedy", "bleu": 3.5, "chrf": 40, "sentences": 7}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"source_language": 5}, "'source_language' must be a text, not 5"),
    ({"imported": "from elsewhere"}, "'imported' must be an object"),
    ({"examples": [{"source": 1}]}, "'examples.0.source' must be a text, not 1"),
    ({"earlier_commands": ["a", None]}, "'earlier_commands.1' must be a text, not None"),
    ({"corpora": ["everyday"]}, "'corpora.0' must be an object, not 'everyday'"),
    ({"corpora": [{"name": "a", "weight": "2"}]}, "'corpora.0.weight' must be a number, not '2'"),
    ({"training": [1]}, "'training' must be an object, not [1]"),
    ({"training": {"hours": "two"}}, "'training.hours' must be a number"),
    ({"parameters": {"total": "4 M"}}, "'parameters.total' must be a whole number"),
    ({"longest_usual_source": None}, "'longest_usual_source' must be a whole number, not None"),
    ({"longest_usual_source": 10**400}, "'longest_usual_source' must be a whole number"),
    ({"alignment": 2}, "'alignment' must be an object, not 2"),
    ({"alignment": {"error_rates": 0.5}}, "'alignment.error_rates' must be a list"),
    ({"scores": None}, "'scores' must be a list, not None"),
    ({"scores": [SCORE, {**SCORE, "bleu": float("nan")}]}, "'scores.1.bleu' must be a number, not nan"),
    ({"recipe": {"hours": {"learn": "long"}}}, "'recipe.hours.learn' must be a number"),
    ({"scores": "x" * 9_000}, "'scores' must be a list"),
]


@pytest.mark.parametrize(("fields", "told"), WRONG, ids=[told for _, told in WRONG])
def test_a_field_of_another_kind_is_told_in_one_sentence(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ModelFolderError) as error:
        check_card(fields, "here/card.json")
    message = str(error.value)
    assert message.startswith("In here/card.json, ")
    assert told in message
    assert message.endswith(".")
    assert len(message) < 300


def test_fields_may_be_missing_and_others_may_be_there() -> None:
    check_card({}, "card.json")
    check_card({"colour": ["red"], "scores": [{"bleu": 1.5}, SCORE], "training": {"steps": "many"}}, "card.json")


@pytest.mark.parametrize("name", [*shipped_models(), *comparison_models()])
def test_the_cards_that_ship_hold_the_hashes_of_their_files(name: str) -> None:
    card = json.loads((find_model(name) / "card.json").read_text())
    check_card(card, name)
    assert sorted(card["sha256"]) == ["model.safetensors", "tokenizer.json"]


def test_loading_looks_at_the_card(folder: Path) -> None:
    (folder / "card.json").write_text('{"scores": 3}')
    with pytest.raises(ModelFolderError, match="'scores' must be a list, not 3"):
        load_model(folder)
