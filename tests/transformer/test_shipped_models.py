"""The models that come with the project are what their cards say."""

import pytest
from shipped_models import shipped_model

from transformer import shipped_models
from transformer.analysis.evaluation.confidence import Calibration, grade, quality_features
from transformer.model.folder import SHIPPED_MODELS
from transformer.model.measurements import load_measurement
from transformer.model.translation_model import count_parameters
from transformer.text.trust import Level
from transformer.training.card import commands_behind

SPOKEN = {"en-fr": ("homme", "chien"), "en-de": ("Mann", "Hund")}


def test_a_french_and_a_german_one_ship() -> None:
    assert shipped_models() == ["en-de", "en-fr"]


@pytest.mark.parametrize("name", shipped_models())
def test_card_and_weights_agree(name: str) -> None:
    translator = shipped_model(name)
    card = translator.card
    assert f"{card['source_language']}-{card['target_language']}" == name
    assert card["parameters"] == count_parameters(translator.model)
    assert sum(path.stat().st_size for path in (SHIPPED_MODELS / name).iterdir()) < 16 * 2**20
    first, *_, last = commands_behind(card)
    assert first.startswith("python -m transformer train ")
    assert last.startswith("python -m transformer train ")
    measured = {(row["corpus"], row["split"], row["decoding"]) for row in card["scores"]}
    assert {("multi30k", "test", "beam 5, alpha 1"), ("tatoeba", "dev", "beam 5, alpha 1")} <= measured
    assert all(0 < row["bleu"] < 100 and 0 < row["tokenised_bleu"] < 100 for row in card["scores"])


@pytest.mark.parametrize("name", shipped_models())
def test_it_speaks_its_language(name: str) -> None:
    translator = shipped_model(name)
    man, dog = SPOKEN[name]
    for beam in (1, 5):
        assert man in translator.translate("A man is riding a bicycle.", beam).text
        assert dog in translator.translate("A dog is running through the snow.", beam).text


@pytest.mark.parametrize("name", shipped_models())
def test_it_knows_how_good_its_translations_are(name: str) -> None:
    found = load_measurement(name, Calibration)
    assert found is not None, "measured on other weights: python -m transformer measure confidence"
    assert found.rank_correlation > 0.5
    qualities = [found.grades[level].measured for level in (Level.GOOD, Level.CAREFUL, Level.POOR)]
    assert qualities == sorted(qualities, reverse=True)


def test_the_grade_is_right_where_the_words_alone_were_wrong() -> None:
    translator, found = shipped_model("en-fr"), load_measurement("en-fr", Calibration)
    grades = {}
    for text in ("Hi there, nice to finally meet you.", "Plants eat herbivores.", "asdf qwer zxcv"):
        translation = translator.translate(text)
        source, tokens = translation.source, translation.hypothesis.tokens
        signs = quality_features(
            source, tokens, translation.trace, translator.trust(source), translator.alignment_layer
        )
        grades[text] = grade(found.confidence.expected(signs))
    assert list(grades.values()) == [Level.CAREFUL, Level.GOOD, Level.POOR]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "french", "german"),
    [
        ("Good morning. 😆", "Bonjour. 😆", "Guten Morgen. 😆"),
        ("I love 🍕 and 🍦.", "J'adore 🍕 et 🍦.", "Ich liebe 🍕 und 🍦."),
        ("👨‍👩‍👧 is my family.", "👨‍👩‍👧 est ma famille.", "👨‍👩‍👧 ist meine Familie."),
        ("I live in 🇫🇷.", "J'habite à 🇫🇷.", "Ich wohne in 🇫🇷."),
        ("It costs £5.", "Ça coûte 5\u202f£.", "Es kostet 5\u202f£."),
        ("It costs $19.99.", "Ça coûte 19,99 dollars.", "Das kostet 19,99 Dollar."),
        ("Pi is 3.14.", "Pi est 3,14.", "Pi ist 3,14."),
        ("№ 5", "n° 5", "Nr. 5"),
        ("7:30 p.m.", "19 h 30", "19:30 Uhr"),
        ("The train leaves at 5 p.m.", "Le train part à 17 h.", "Der Zug fährt um 17 Uhr ab."),
        ("I have a $5 bill.", "J'ai un billet de 5\u202f$.", "Ich habe einen 5-$-Schein."),
        ("$5 bill", "billet de 5\u202f$", "5-$-Schein"),
        ("£2 million", "Deux millions de livres.", "2 Millionen Pfund."),
        ("Storm Hits City", "La tempête frappe la ville.", None),
        ("There were 1,234,567 people.", "Il y avait 1\u202f234\u202f567 personnes.", "Es waren 1.234.567 Leute."),
        ("He was born on 2024-05-12.", "Il est né le 2024-05-12.", "Er wurde am 2024-05-12 geboren."),
        ("He was the 44th president.", None, "Er war der 44. Präsident."),
        ("You have %d new messages.", "Tu as %d nouveaux messages.", "Du hast %d neue Nachrichten."),
        ("Mr. O'Brien is here.", "Monsieur O'Brien est là.", "Herr O'Brien ist hier."),
        ("A. Open the door.", "A. Ouvre la porte.", "A. Mach die Tür auf."),
        ("It is 5 km away.", "C'est à 5 kilomètres.", "Es ist 5 Kilometer entfernt."),
        ("Thank you, @anna!", "Merci, @anna !", "Danke, @anna!"),
        ("My address is anna@example.com.", "Mon adresse est anna@example.com.", "Meine Adresse ist anna@example.com."),
        ("I live in Łódź.", "J'habite à Łódź.", "Ich wohne in Łódź."),
        ("1. Wash the dishes.", "1. Lave la vaisselle.", "1. Wasch das Geschirr."),
        ("😆", "😆", "😆"),
        ("Hello，", "Bonjour !", None),
        ("My eﬀort was good.", "Mon effort était bon.", "Meine Mühe war gut."),
        ("He is a well‑known man.", "C'est un homme bien connu.", "Er ist ein bekannter Mann."),
        ("STOP", "Arrête !", "Hör auf!"),
        ("WHY?", "Pourquoi ?", "Warum?"),
        ("I am VERY happy.", "Je suis très heureux.", "Ich bin sehr glücklich."),
        ("I bought a CD.", "J'ai acheté un CD.", "Ich habe eine CD gekauft."),
    ],
)
def test_what_people_type_besides_words_does_no_harm(text: str, french: str, german: str | None) -> None:
    for name, expected in (("en-fr", french), ("en-de", german)):
        translator = shipped_model(name)
        if expected is not None:
            assert translator.translate(text).text == expected
            assert translator.translate_all([text]) == [expected]
            assert [each.text for each in translator.translate_text(text)] == [expected]


@pytest.mark.parametrize("name", shipped_models())
def test_a_translation_tells_what_was_carried_around_the_model(name: str) -> None:
    translator = shipped_model(name)
    found = translator.translate("I love 🍕 *and* 🍦. 😆")
    assert found.source.text == "I love Taro and Ken."
    assert found.source.carried.units == ("🍕", "🍦", "😆")
    assert found.source.carried.left_out == ("*", "*")
    assert "Taro" in found.generated
    assert len(translator.doubts(found)) == 2
    assert found.as_json()["carried"]["read_as"] == {"Taro": "🍕", "Ken": "🍦"}
    assert not translator.trust(found.source).rare_words
    assert not translator.trust(found.source).cut_words
    assert translator.doubts(translator.translate("I love you very much.")) == ()
