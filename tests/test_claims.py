"""What pages claim about the models that ship, measured again; the words are read from the pages' own files."""

import ast
import re
from collections import Counter

import pytest
from places import ROOT
from shipped_models import shipped_model

import transformer
from transformer.corpora import Direction
from transformer.corpora.everyday import natural_pairs
from transformer.training.card import commands_behind
from transformer.training.recorded_run import SHIPPED_RUN, load_run
from viewer.app import resources


def words_of(file: str) -> str:
    """A page's file in one line, with the strings that it puts together from several lines."""
    text = (ROOT / "viewer" / file).read_text(encoding="utf-8")
    return re.sub(r'"\s*\+?\s*"', "", " ".join(text.split()))


@pytest.mark.parametrize("name", transformer.shipped_models())
def test_training_lowers_more_than_the_cross_entropy_that_output_shows(name: str) -> None:
    card = shipped_model(name).card
    assert card["training"]["label_smoothing"] > 0
    assert "Training mainly works to make this number smaller" in words_of("walk/output/shift.js")


@pytest.mark.parametrize("name", transformer.shipped_models())
def test_references_are_not_all_by_people(name: str) -> None:
    corpora = " ".join(commands_behind(shipped_model(name).card))
    assert re.search("grammar|renamed", corpora)
    words = words_of("walk/output/shift.js")
    assert "the third row holds the translation of the training pair" in words
    assert "person" not in words


@pytest.mark.slow
@pytest.mark.parametrize("name", transformer.shipped_models())
def test_frequent_words_are_usually_but_not_always_one_piece(name: str) -> None:
    translator = shipped_model(name)
    texts = [pair.source for pair in natural_pairs(Direction.of_card(translator.card).foreign)]
    counted = Counter(re.findall(r"\b[a-z]+\b", " ".join(texts))).most_common()
    frequent = [word for word, _ in counted[:1000]]
    rare = [word for word, count in counted if count == 1][:1000]

    def share_whole(words: list[str]) -> float:
        return sum(len(pieces) == 1 for pieces in translator.tokenizer.encode_all(words)) / len(words)

    assert 0.85 < share_whole(frequent) < 1
    assert share_whole(rare) < 0.1
    for file in ("learn/exercises/first_look.py", "learn/start/texts.py"):
        assert re.search(r"usually one (token|piece)", words_of(file)), file


def test_the_small_transformer_of_before_is_no_judge() -> None:
    """It translates a phrase of the page's own example wrongly, so a difference from it is not called an error."""
    small = transformer.load(ROOT / "assets" / "before" / "en-fr-same-time")
    large = shipped_model("en-fr")
    sentence = "The cat hides behind the sofa because it is afraid of the dog."
    assert small.translate(sentence).text != large.translate(sentence).text
    words = words_of("before/bottleneck/translations.js")
    assert "where it differs from the Transformer, which can be wrong too" in words


def test_a_word_of_the_goal_is_not_yet_a_right_word() -> None:
    """A model in training repeats words: of “ne ne ne pas pas pas pas”, all are in the goal, two are dark."""
    run = load_run(SHIPPED_RUN)
    repeated = {
        word
        for sentence in run.sentences
        for translation in sentence.translations
        for word, count in (Counter(translation.split()) - Counter(sentence.target.split())).items()
        if word in sentence.target.split() and count > 1
    }
    assert {"ne", "pas", "une"} <= repeated
    assert "Words that it shares with the goal are dark." in words_of("train/training/sentence.js")


TEXTS = ("pages/*.py", "viewer/**/texts.py", "viewer/learn/**/*.py", "transformer/edits/[hms]*.py")


def test_contractions_have_the_typographic_apostrophe() -> None:
    straight = re.compile(r"[A-Za-z]'(t|s|re|ll|ve|d|m)\b")
    assert not straight.findall((ROOT / "assets" / "glossary.json").read_text(encoding="utf-8"))
    for path in sorted(path for each in TEXTS for path in ROOT.glob(each)):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        docstrings = {id(each.value) for each in nodes if isinstance(each, ast.Expr)}
        strings = (each for each in nodes if isinstance(each, ast.Constant) and id(each) not in docstrings)
        wrong = [each.value for each in strings if isinstance(each.value, str) and straight.search(each.value)]
        assert not wrong, path


@pytest.mark.parametrize("name", transformer.shipped_models())
def test_the_badge_is_calibrated_without_the_grammar_that_models_also_learn_from(name: str) -> None:
    calibration = resources.calibration(name)
    assert calibration is not None
    assert calibration.source == "multi30k:dev, tatoeba:dev"
