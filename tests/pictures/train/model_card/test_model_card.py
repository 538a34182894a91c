"""The model card's tables and its picture, from cards whole and broken."""

import math
from copy import copy

import pytest
from shipped_models import shipped_model

import transformer
from transformer import count_parameters, preset
from transformer.model.transformer import Transformer
from transformer.training.recipes.recipe import read_recipe
from viewer.pictures.train.model_card import look, model_card

CARD = {
    "corpora": [{"name": "multi30k", "weight": 2.0, "training_pairs": 29_000}],
    "training": {"steps": 10_000, "hours": 1.2, "machine": "2 CPU cores"},
    "scores": [
        {
            "corpus": "multi30k",
            "split": "test",
            "decoding": "greedy",
            "bleu": 50.5,
            "chrf": 70.25,
            "sentences": 1000,
            "bleu_signature": "nrefs:1|b",
            "chrf_signature": "nrefs:1|c",
        }
    ],
}


def test_the_bar_is_as_long_as_the_model_has_parameters() -> None:
    counts = count_parameters(Transformer(preset("tiny")))
    figure = model_card.parameter_figure(counts)
    assert abs(sum(bar.x[0] for bar in figure.data) * 1e6 - counts["total"]) < 1
    assert figure.layout.xaxis.range[1] == pytest.approx(counts["total"] / 1e6)


def test_every_score_is_a_row_with_its_signature() -> None:
    table = model_card.score_table(CARD)
    assert table.iloc[0, :4].tolist() == ["Multi30k, captions of photos (test)", "greedy", 50.5, 70.25]
    assert model_card.signatures(CARD) == "BLEU: nrefs:1|b\nchrF: nrefs:1|c"


def test_other_seeds_have_their_bleu_in_the_same_row() -> None:
    scores = [
        {**CARD["scores"][0], "decoding": decoding, "bleu": bleu} for decoding, bleu in (("beam", 9), ("greedy", 51))
    ]
    card = {**CARD, "recipe": {"other_seeds": [{"seed": 2, "scores": scores}]}}
    assert model_card.score_table(card)[["BLEU", "BLEU, seed 2"]].to_numpy().tolist() == [[50.5, 51]]
    assert model_card.has_other_seeds(card)
    assert not model_card.has_other_seeds(CARD)


def test_the_training_is_told_with_what_the_card_knows() -> None:
    corpora = [*CARD["corpora"], {"name": "tatoeba", "weight": 0, "training_pairs": 10_000}]
    shown = model_card.corpus_table({**CARD, "corpora": corpora})["Shown per epoch"]
    assert shown.tolist() == ["2 ×", "in earlier stages"]
    facts = {"Steps": "10,000", "Time, all trainings": "1.2 hours", "Machine": "2 CPU cores"}
    assert model_card.training_facts(CARD) == facts


def recipe_of(card: dict[str, object]) -> tuple[str, str]:
    return model_card.describe_recipe(card), model_card.recipe_command(card)


def test_a_recipe_is_told_with_the_line_that_makes_the_model_again() -> None:
    whole = read_recipe("en-fr", 2).sha256
    recipe = {"name": "en-fr", "sha256": whole, "seed": 2, "hours": {"learn": 2.5, "settle": 0.4}}
    told, again = recipe_of({"recipe": recipe})
    assert told.endswith(f"{whole[:12]}…, seed 2): learn 2.5 hours, settle 24 min. To build one like it:")
    assert again == "python -m transformer build en-fr --seed 2 --data data"
    assert recipe_of({}) == recipe_of({"recipe": "none"}) == ("", "")
    for strange in ("long", math.nan, math.inf, None):
        told, _ = recipe_of({"recipe": {**recipe, "hours": {"learn": strange}}})
        assert told.endswith("seed 2). To build one like it:")
    strangers = [{"name": name} for name in ("own", "../recipes/en-fr", None, [])]
    strangers += [{"sha256": "0123"}, {"seed": 3}, {"seed": "2"}]
    for other in strangers:
        told, again = recipe_of({"recipe": {**recipe, **other}})
        assert "are different" in told
        assert not again


@pytest.mark.parametrize("name", transformer.shipped_models())
def test_a_shipped_card_has_the_line_that_makes_the_model_again(name: str) -> None:
    card = shipped_model(name).card
    assert card["recipe"]["sha256"] == read_recipe(name, card["recipe"]["seed"]).sha256
    told, again = recipe_of(card)
    assert "are different" not in told
    assert again == f"python -m transformer build {name} --seed 1 --data data"


def test_a_model_of_one_s_own_is_told_by_its_names_and_measured_on_its_own_file(translator) -> None:
    own = copy(translator)
    own.card = {
        **{"source_language": "dates", "target_language": "ISO dates", "training": {"hours": 0.014}},
        "corpora": [{"name": "/home/me/dates.tsv", "weight": 1.0, "training_pairs": 270}],
        "scores": [{"corpus": "/home/me/test.tsv", "split": "test", "chrf": 98.2, "exact": 96.5}],
    }
    facts = look.payload(own, 1_000_000).facts
    assert all(each in facts["headline"] for each in ("“dates”", "“ISO dates”"))
    (learned,) = (each["words"] for each in facts["facts"] if each["title"] == "What it learned from")
    assert all(each in learned for each in ("dates.tsv", "1 min"))
    ((name, words, value),) = [(row["name"], row["words"], row["value"]) for row in facts["quality"]["rows"]]
    assert (name, words, value) == ("test.tsv", "96% to the letter", 98.2)
    assert model_card.score_table(own.card)["Exact, %"].tolist() == [96.5]
    assert model_card.training_facts(own.card) == {"Time, all trainings": "1 min"}
