"""The models that come with the project are what their cards say."""

import pytest
from shipped_models import shipped_model

from transformer import shipped_models
from transformer.analysis.evaluation.confidence import Calibration
from transformer.model.folder import SHIPPED_MODELS
from transformer.model.measurements import load_measurement
from transformer.model.translation_model import count_parameters
from transformer.text.trust import Level
from transformer.training.card import commands_behind


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
def test_it_knows_how_good_its_translations_are(name: str) -> None:
    found = load_measurement(name, Calibration)
    assert found is not None, "measured on other weights: python -m transformer measure confidence"
    assert found.rank_correlation > 0.5
    qualities = [found.grades[level].measured for level in (Level.GOOD, Level.CAREFUL, Level.POOR)]
    assert qualities == sorted(qualities, reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "french", "german"),
    [
        ("Good morning. 😆", "Bonjour. 😆", "Guten Morgen. 😆"),
        ("I love 🍕 and 🍦.", "J'adore 🍕 et 🍦.", "Ich liebe 🍕 und 🍦."),
        ("👨‍👩‍👧 is my family.", "👨‍👩‍👧 est ma famille.", "👨‍👩‍👧 ist meine Familie."),
        ("It costs £5.", "Ça coûte 5\u202f£.", "Es kostet 5\u202f£."),
        ("№ 5", "n° 5", "Nr. 5"),
        ("The train leaves at 5 p.m.", "Le train part à 17 h.", "Der Zug fährt um 17 Uhr ab."),
        ("I have a $5 bill.", "J'ai un billet de 5\u202f$.", "Ich habe einen 5-$-Schein."),
        ("Storm Hits City", "La tempête frappe la ville.", None),
        ("There were 1,234,567 people.", "Il y avait 1\u202f234\u202f567 personnes.", "Es waren 1.234.567 Leute."),
        ("He was born on 2024-05-12.", "Il est né le 2024-05-12.", "Er wurde am 2024-05-12 geboren."),
        ("You have %d new messages.", "Tu as %d nouveaux messages.", "Du hast %d neue Nachrichten."),
        ("A. Open the door.", "A. Ouvre la porte.", "A. Mach die Tür auf."),
        ("My address is anna@example.com.", "Mon adresse est anna@example.com.", "Meine Adresse ist anna@example.com."),
        ("1. Wash the dishes.", "1. Lave la vaisselle.", "1. Wasch das Geschirr."),
        ("😆", "😆", "😆"),
        ("STOP", "Arrête !", "Hör auf!"),
        ("I am VERY happy.", "Je suis très heureux.", "Ich bin sehr glücklich."),
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
