"""The five screens for a beginner: what is called right is what the model computes."""

import numpy as np
import pytest
import torch

import transformer
from transformer import Translator
from transformer.analysis.measures.order import encoded_in_orders
from viewer.app import state
from viewer.learn.start.screens import Screen, screens

SENTENCE = state.DEFAULT_SENTENCE


@pytest.fixture(scope="module", params=["en-fr", "en-de"])
def made(request: pytest.FixtureRequest) -> tuple[Translator, tuple[Screen, ...]]:
    translator = transformer.load(request.param)
    return translator, screens(translator, SENTENCE)


def shown(screen: Screen) -> dict[str, float]:
    (bars,) = screen.picture.data
    return dict(zip(bars.y, bars.x.tolist(), strict=True))


def test_every_screen_asks_among_different_answers_and_leads_on(made: tuple[Translator, tuple[Screen, ...]]) -> None:
    assert [each.onward for each in made[1]] == ["embedding", "positions", "scores", "heads", "steps"]
    for screen in made[1]:
        assert len(set(screen.options)) == len(screen.options) == 3
        assert screen.question.count("?") == 1


def test_the_nearest_word_is_nearest_in_the_table(made: tuple[Translator, tuple[Screen, ...]]) -> None:
    translator, (screen, *_) = made
    table = translator.model.source_embedding.weight.detach().numpy()
    row = {name: table[translator.tokenizer.vocabulary.index(f"▁{name}")] for name in ("dog", *shown(screen))}
    cosines = {
        name: float(np.dot(row[name], row["dog"]) / np.linalg.norm(row[name]) / np.linalg.norm(row["dog"]))
        for name in shown(screen)
    }
    assert shown(screen) == pytest.approx(cosines, abs=1e-5)
    assert max(screen.options, key=cosines.__getitem__) == screen.options[screen.right]
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    all_pairs = unit @ unit.T
    mean = all_pairs[~np.eye(len(table), dtype=bool)].mean()
    assert f"picked at random have {mean:.2f} on average" in screen.told


def test_without_positions_only_the_order_changes(made: tuple[Translator, tuple[Screen, ...]]) -> None:
    translator, (_, screen, *_) = made
    ids = translator.read(SENTENCE).ids
    tokens = translator.read(SENTENCE).tokens
    dog, door = tokens.index("▁dog"), tokens.index("▁door")
    swapped = list(range(len(ids)))
    swapped[dog], swapped[door] = door, dog
    first, second = encoded_in_orders(translator.model.double(), ids, [tuple(range(len(ids))), tuple(swapped)], True)
    translator.model.float()
    assert shown(screen)["with positions"] == pytest.approx(float((first - second).abs().max()), rel=1e-6)
    assert shown(screen)["without positions"] < 1e-9
    assert "same vectors" in screen.options[screen.right]


def test_the_word_looked_at_most_has_most_weight(made: tuple[Translator, tuple[Screen, ...]]) -> None:
    weights = shown(made[1][2])
    most = max(weights, key=weights.__getitem__)
    assert most.partition(" (")[0] == made[1][2].options[made[1][2].right]
    assert sum(weights.values()) <= 1 + 1e-5


def test_french_puts_the_word_that_is_looked_at_elsewhere(made: tuple[Translator, tuple[Screen, ...]]) -> None:
    """A question about a word at the same place in both languages would not show what attention is for."""
    translator, screen = made[0], made[1][2]
    if translator.name != "en-fr":
        assert "comes before" not in screen.told  # German has the same order here
        return
    assert "“noir”" in screen.question
    assert "“black”" in screen.told
    assert "In English it comes before “dog”, in French after it" in screen.told
    translation = translator.translate(SENTENCE)
    english, french = translation.source.text.split(), translation.text.split()
    assert english.index("black") < english.index("dog")
    assert french.index("noir") > french.index("chien")


def test_the_heads_are_counted(made: tuple[Translator, tuple[Screen, ...]]) -> None:
    translator, screen = made[0], made[1][3]
    config = translator.model.config
    assert len(shown(screen)) == config.decoder_layers * config.heads
    said = int(screen.told.split()[0])
    assert screen.options[screen.right] == {0: "None of them", len(shown(screen)): "All of them"}.get(
        said, "Some of them"
    )
    assert said >= sum(weight > 0.5 for weight in shown(screen).values())


def test_the_next_piece_is_the_most_probable(made: tuple[Translator, tuple[Screen, ...]]) -> None:
    translator, screen = made[0], made[1][4]
    translation = translator.translate(SENTENCE)
    probabilities = shown(screen)
    assert max(probabilities, key=probabilities.__getitem__) == screen.options[screen.right]
    assert all(any(map(str.isalpha, each)) and not each.startswith("<") for each in screen.options)
    best = torch.stack([row.exp().max() for row in translation.log_probabilities])
    assert float((best - max(probabilities.values())).abs().min()) < 1e-5
