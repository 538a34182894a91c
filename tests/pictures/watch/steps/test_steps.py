"""Watching a decoding: strategies and forks in the address, and what is sent to the player."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer import Greedy, Translator
from viewer.pictures.watch.steps import branches
from viewer.pictures.watch.steps.player import payload
from viewer.pictures.watch.steps.strategy import strategy

SENTENCE = "The dog eats bread."
forks = st.lists(st.builds(branches.Fork, st.integers(0, 199), st.integers(0, 4999)), max_size=12).map(tuple)


@given(forks)
def test_a_path_is_read_as_it_was_written(path: tuple[branches.Fork, ...]) -> None:
    assert branches.read_forks(branches.to_query(path)) == path


@given(st.text(max_size=30))
def test_any_text_is_a_path_of_at_most_twelve_forks(text: str) -> None:
    assert len(branches.read_forks(text)) <= branches.MAX_FORKS


def test_a_path_ends_where_it_makes_no_sense() -> None:
    assert branches.read_forks("2.945_x.3_1.1") == (branches.Fork(2, 945),)
    assert branches.read_forks("-1.5") == ()
    assert branches.read_forks(None) == ()


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


@pytest.mark.slow
def test_forks_are_followed_and_missing_ones_named(tiny_folder: Path, translator: Translator) -> None:
    first = translator.decode(SENTENCE, Greedy(), record=True)
    last = len(first.tokens) - 1
    there, gone = branches.Fork(last, 40), branches.Fork(150, 40)
    taken = branches.follow(str(tiny_folder), SENTENCE, Greedy(), "", (there, gone, there))
    assert [len(taken.branches), taken.forks] == [2, (there,)]
    assert taken.branches[1].hypothesis.tokens[last] == 40
    assert "choice at step 151" in taken.note
    assert branches.follow(str(tiny_folder), SENTENCE, Greedy(), "", (there,)).note == ""


def test_the_player_gets_what_the_translation_holds(tiny_folder: Path, translator: Translator) -> None:
    own = translator.score(SENTENCE, "Le chien mange du pain.")
    taken = branches.follow(str(tiny_folder), SENTENCE, Greedy(), "", (branches.Fork(0, 40),))
    sent = payload(translator, taken, own)
    passage, chosen = sent.facts["passage"], sent.facts["measured"]
    branches_sent = {"before.": chosen["before"], "": passage["now"], "own.": chosen["own"]}
    for (name, facts), translation in zip(branches_sent.items(), (*taken.branches, own), strict=True):
        assert len(facts["candidates"]) == len(facts["entropies"]) == len(translation.tokens)
        for step, options in enumerate(facts["candidates"]):
            token = translation.hypothesis.tokens[step]
            (value,) = [option["logProbability"] for option in options if option["id"] == token]
            assert value == pytest.approx(facts["logProbabilities"][step], rel=1e-3)
            values = [option["logProbability"] for option in options[:10]]
            assert values == sorted(values, reverse=True)
        for layer in range(2):
            weights = np.asarray(sent.tensors[f"{name}decoder.{layer}.cross_attention.weights"])
            assert weights.shape[-1] == len(translation.source.tokens)
            np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)
    assert np.triu(np.asarray(sent.tensors["decoder.0.self_attention.weights"]), 1).max() == 0  # no token looks ahead
    assert chosen["path"][1]["step"] == 0
    assert sent.pack()
