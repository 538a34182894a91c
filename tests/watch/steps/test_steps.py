"""Watching a decoding: strategies and roads in the address, and what is sent to the player."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer
from transformer import Beam, Greedy, Sampling, Translator
from viewer.watch.steps import roads
from viewer.watch.steps.player import payload, word_difference
from viewer.watch.steps.strategy import strategy

SENTENCE = "The dog eats bread."
forks = st.lists(st.builds(roads.Fork, st.integers(0, 199), st.integers(0, 4999)), max_size=12).map(tuple)


@pytest.fixture(scope="module")
def translator(tiny_folder: Path) -> Translator:
    return transformer.load(tiny_folder)


@given(forks)
def test_a_path_is_read_as_it_was_written(path: tuple[roads.Fork, ...]) -> None:
    assert roads.read_forks(roads.written(path)) == path


@given(st.text(max_size=30))
def test_any_text_is_a_path_of_at_most_twelve_forks(text: str) -> None:
    assert len(roads.read_forks(text)) <= roads.MAX_FORKS


def test_a_path_ends_where_it_makes_no_sense() -> None:
    assert roads.read_forks("2.945_x.3_1.1") == (roads.Fork(2, 945),)
    assert roads.read_forks("-1.5") == ()
    assert roads.read_forks(None) == ()


@given(
    st.fixed_dictionaries(
        {},
        optional={
            key: st.none() | st.text(max_size=6) | st.floats() | st.integers()
            for key in ("how", "size", "temperature", "top_k", "top_p", "seed")
        },
    )
)
def test_whatever_the_address_says_there_is_a_strategy(values: dict[str, object]) -> None:
    for how in ("greedy", "beam", "sample", values.get("how")):
        assert strategy({**values, "how": how}).in_words


def test_the_controls_say_the_strategy() -> None:
    assert strategy({"how": "beam", "size": 3}) == Beam(3, 1.0)
    chosen = strategy({"how": "sample", "temperature": 0.7, "top_k": 0, "top_p": 0.9, "seed": 12})
    assert chosen == Sampling(0.7, None, 0.9, 12)
    assert strategy({}) == Greedy()
    assert chosen.in_words == "sampling (temperature 0.7, top-p 0.9, seed 12)"


def test_a_journey_follows_its_forks_and_says_which_are_gone(tiny_folder: Path, translator: Translator) -> None:
    first = translator.decode(SENTENCE, Greedy(), record=True)
    last = len(first.tokens) - 1
    there, gone = roads.Fork(last, 40), roads.Fork(150, 40)
    journey = roads.follow(str(tiny_folder), SENTENCE, Greedy(), "", (there, gone, there))
    assert [len(journey.roads), journey.forks] == [2, (there,)]
    assert journey.roads[1].hypothesis.tokens[last] == 40
    assert "fork at step 151" in journey.note
    assert roads.follow(str(tiny_folder), SENTENCE, Greedy(), "", (there,)).note == ""


def test_the_player_gets_what_the_translation_holds(tiny_folder: Path, translator: Translator) -> None:
    own = translator.score(SENTENCE, "Le chien mange du pain.")
    journey = roads.follow(str(tiny_folder), SENTENCE, Greedy(), "", (roads.Fork(0, 40),))
    sent = payload(translator, journey, own)
    for name, translation in (("before", journey.roads[0]), ("now", journey.roads[1]), ("own", own)):
        facts = sent.facts["roads"][name]
        assert len(facts["chips"]) == len(facts["steps"]) == len(facts["entropies"]) == len(translation.tokens)
        for step, options in enumerate(facts["steps"]):
            (taken,) = [option for option in options if option["taken"]]
            assert taken["id"] == translation.hypothesis.tokens[step]
            assert taken["probability"] == pytest.approx(math.exp(facts["logProbabilities"][step]), rel=1e-3)
            probabilities = [option["probability"] for option in options[:10]]
            assert probabilities == sorted(probabilities, reverse=True)
        weights = np.asarray(sent.tensors[f"{name}.cross"])
        assert weights.shape[-2:] == (len(translation.tokens), len(translation.source.tokens))
        np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)
        past = np.asarray(sent.tensors[f"{name}.self"])
        assert np.triu(past, 1).max() == 0  # nothing is looked at before it was said
    assert sent.facts["path"][1]["fork"] == {"step": 0, "token": 40}
    assert sent.packed()


def test_a_difference_names_the_words_that_changed() -> None:
    parts = word_difference("Elle a perdu ses clés hier.", "Elle a trouvé ses clés.")
    assert parts["before"] == [
        {"text": "Elle a", "same": True},
        {"text": "perdu", "same": False},
        {"text": "ses", "same": True},
        {"text": "clés hier.", "same": False},
    ]
    assert [part["text"] for part in parts["now"] if not part["same"]] == ["trouvé", "clés."]


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_a_difference_loses_no_word(one: list[str], other: list[str]) -> None:
    parts = word_difference(" ".join(one), " ".join(other))
    for name, said in (("before", one), ("now", other)):
        assert " ".join(part["text"] for part in parts[name]).split() == said
    assert [part["text"] for part in parts["before"] if part["same"]] == [
        part["text"] for part in parts["now"] if part["same"]
    ]
