"""A model's card: where it came from, and what it learned from."""

from dataclasses import replace

import pytest
from tiny import PAIRS, tiny_model

from transformer.corpora import CORPORA, MixturePart
from transformer.corpora.everyday import aligned_examples
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.training.card import Making, alignment_facts, commands_behind, make_card
from transformer.training.prepared_corpus import PlainCorpus, PreparedCorpus, encode_corpus


@pytest.fixture
def corpus(tiny_tokenizer) -> PreparedCorpus:
    return encode_corpus(PlainCorpus([(PAIRS, 0.5)], {}), tiny_tokenizer, 48, 3)


def making(name: str = "multi30k", **changes: object) -> Making:
    return replace(Making("typed", [MixturePart(name, 0.5)], {"steps": 7}, 1_800.0), **changes)  # type: ignore[arg-type]


def test_a_card_tells_the_corpus_the_training_and_the_sizes(corpus: PreparedCorpus) -> None:
    model = tiny_model(vocabulary_size=corpus.tokenizer.size)
    card = make_card(model, corpus, making())
    assert card["corpora"] == [{"name": "multi30k", "weight": 0.5, "training_pairs": len(PAIRS)}]
    assert (card["training"]["steps"], card["training"]["hours"]) == (7, 0.5)
    assert "CPU cores" in card["training"]["machine"]
    assert card["parameters"]["total"] == sum(each.numel() for each in model.parameters())
    assert card["longest_usual_source"] == corpus.longest_usual_source
    assert card["licences"] == {"multi30k": CORPORA["multi30k"].licence}
    assert (card["command"], card["scores"]) == ("typed", [])
    assert "earlier_commands" not in card


def test_commands_and_hours_of_what_came_before_are_kept(corpus: PreparedCorpus) -> None:
    earlier = {"command": "second", "earlier_commands": ["first"], "training": {"hours": 2.25}}
    card = make_card(tiny_model(vocabulary_size=160), corpus, making("own.tsv", earlier=earlier))
    assert card["earlier_commands"] == ["first", "second"]
    assert commands_behind(card) == ["first", "second", "typed"]
    assert commands_behind({}) == []
    assert card["training"]["hours"] == 2.75
    assert card["licences"] == {"own.tsv": "the user's own data"}


@pytest.mark.parametrize("name", ["anki", "renamed/anki", "renumbered/anki"])
def test_pairs_derived_from_a_corpus_have_its_licence(corpus: PreparedCorpus, name: str) -> None:
    card = make_card(tiny_model(vocabulary_size=160), corpus, making(name))
    assert card["licences"] == {"anki": CORPORA["anki"].licence}


def test_the_layer_that_aligns_best_is_named(tiny_tokenizer) -> None:
    model = tiny_model(vocabulary_size=tiny_tokenizer.size, max_length=64)
    facts = alignment_facts(ModelWithVocabulary(model, tiny_tokenizer), aligned_examples()[:2])
    assert facts["best_layer"] == min(range(2), key=facts["error_rates"].__getitem__)
    assert facts["pairs"] == 2
