"""A worksheet asks what its key answers, and every number of the key is the model's own."""

import math
from xml.etree import ElementTree

import pytest
import torch
from shipped_models import shipped_model

from transformer import GlassformerError
from transformer.model.attentions import all_layers
from viewer.app import state
from viewer.pictures.learn.teach.worksheet import LETTERS, MOST, Worksheet, render_page, worksheet

LONG = "If you are not ready in five minutes, I will leave without you. " * 12


@pytest.fixture(scope="module")
def sheet() -> Worksheet:
    return worksheet("en-fr", state.DEFAULT_SENTENCE)


@pytest.mark.slow
def test_the_matrix_is_the_cross_attention_of_the_layer_that_aligns(sheet: Worksheet) -> None:
    model = shipped_model("en-fr")
    translation = model.translate(state.DEFAULT_SENTENCE)
    weights = all_layers(translation.trace, "cross", "weights")[model.alignment_layer].mean(dim=0)
    torch.testing.assert_close(torch.tensor(sheet.weights), weights[:8], atol=1e-6, rtol=0)
    assert all(sum(row) == pytest.approx(1) for row in sheet.weights)
    assert sheet.columns == ("The", "black", "dog", "sleeps", "in", "front", "of", "the", "door", ".", "</s>")
    assert sheet.columns[max(range(10), key=sheet.weights[2].__getitem__)] == "black"


def test_the_neighbours_are_such_as_one_can_guess(sheet: Worksheet) -> None:
    assert (sheet.word, sheet.near) == ("black", {"white", "blue", "brown"})


def test_the_scores_are_those_of_one_head_and_their_softmax_adds_up(sheet: Worksheet) -> None:
    model = shipped_model("en-fr")
    translation = model.translate(state.DEFAULT_SENTENCE)
    step = sheet.rows.index(sheet.writes)
    scores = all_layers(translation.trace, "cross", "scores")[model.alignment_layer][:, step]
    places = [sheet.columns.index(name) for name, _ in sheet.scores]
    given = torch.tensor([score for _, score in sheet.scores])
    assert any(torch.allclose(scores[head, places], given, atol=0.05) for head in range(scores.size(0)))
    torch.testing.assert_close(torch.tensor(sheet.shares), given.softmax(0), atol=1e-6, rtol=0)
    assert math.isclose(sum(sheet.shares), 1)


def text_of(file: str) -> str:
    return " ".join(
        "".join(ElementTree.fromstring(file.split("\n", 1)[1].replace('<meta charset="utf-8">', "")).itertext()).split()
    )


def test_the_sheet_asks_and_the_key_answers(sheet: Worksheet) -> None:
    asked, answered = text_of(render_page(sheet, key=False)), text_of(render_page(sheet, key=True))
    for text in (state.DEFAULT_SENTENCE, "Le chien noir dort devant la porte.", sheet.writes, *dict(sheet.choices)):
        assert text in asked
        assert text in answered
    assert sheet.why in answered
    assert sheet.why not in asked
    for share in sheet.shares:
        assert f"{share:.3f}" in answered
        assert f"{share:.3f}" not in asked
    assert not any(character in asked.split("Who looks")[1].split("2. A softmax")[0] for character in "0123456789%")


@pytest.mark.slow
@pytest.mark.parametrize("key", [False, True])
def test_markup_is_text_and_long_texts_are_cut(key: bool) -> None:
    sentence = "The <b>black</b> & white dog sleeps </td> <script>alert(1)</script>."
    file = render_page(worksheet("en-fr", sentence), key)
    assert "<script" not in file
    assert "<b>" not in file
    assert "&lt;script&gt;" in file
    long = worksheet("en-de", LONG)
    assert (len(long.rows), len(long.columns)) == (MOST, MOST)
    assert LONG not in render_page(long, key)
    assert f"{LONG[: LETTERS - 1]}…" in render_page(long, key)


@pytest.mark.parametrize("sentence", ["", "No.", "é" * 1000, "dog dog dog"])
def test_a_sentence_with_too_few_words_is_told(sentence: str) -> None:
    with pytest.raises(GlassformerError, match="at least two different words"):
        worksheet("en-fr", sentence)
