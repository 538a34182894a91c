"""Figures and other things that the models miscopy: what they read instead, and how a translation writes them."""

import re
from itertools import combinations

import pytest

from transformer.text.carried import Carrier
from transformer.text.figures import STAND_INS, WRITING, WRITTEN, localize_figure
from transformer.text.written_out import write_out, write_out_amounts

VOCABULARY = [*"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZé", *"0123456789.,!?;:'\"()-$%&/"]
FRENCH = Carrier(VOCABULARY, "en", "fr")


@pytest.mark.parametrize(
    ("text", "rest", "units"),
    [
        ("It costs $19.99.", "It costs $27.", ("19,99",)),
        ("It costs £1,000.50 or 5 €.", "It costs 38 euros or 46 euros.", ("1 000,50 £", "5 €")),
        ("There were 1,234,567 or 20000 people.", "There were 27 or 29 people.", ("1 234 567", "20000")),
        ("I have 100 books, not 27.", "I have 29 books, not 27.", ("100",)),
        ("He died in 1944, she in 1987.", "He died in 1918, she in 1987.", ("1944",)),
        ("From 2011-2015.", "From 27.", ("2011-2015",)),
        ("It is -3.5 °C and 3.5% more.", "It is 24 degrees and 26% more.", ("-3,5 °C", "3,5 %")),
        ("Read pages 10-12 and 1, 2, 3.", "Read pages 27 and 29.", ("10-12", "1, 2, 3")),
        ("Call 020 7946 0958 or (555) 123-4567.", "Call Taro or Ken.", ("020 7946 0958", "(555) 123-4567")),
        ("From 2024-05-12 to 12/5/2024.", "From 17 May to 12 July.", ("2024-05-12", "12/5/2024")),
        ("Python 3.11 and version 2.0.1.", "Python 27 and version 29.", ("3.11", "2.0.1")),
        ("He was the 44th president on May 3rd at 7:30.", "He was the third president on May 3rd at 7:30.", ("44e",)),
        ("D'Angelo and John F. Adams.", "Taro and Ken.", ("D'Angelo", "John F. Adams")),
        ("I left AT&T, not Tom & Co.", "I left Taro, not Tom & Co.", ("AT&T",)),
        ("You have %d files from %s in {{x}}.", "You have 27 files from Taro in Ken.", ("%d", "%s", "{{x}}")),
        ("A. Open the door.", "Open the door.", ("A.",)),
        ("3.14", "Taro", ("3,14",)),
        ("$3.99", "Taro", ("3,99 $",)),
        ("Pi is 3.14.", "Pi is Taro.", ("3,14",)),
        ("Pi is 3.14 and e is 2.72.", "Pi is Taro and e is Ken.", ("3,14", "2,72")),
        ("He was 1.5 metres tall.", "He was 27 metres tall.", ("1,5",)),
        ("no. 5", "Taro", ("n° 5",)),
        ("7:30 p.m.", "Taro", ("19 h 30",)),
        ("It left at 7:30 p.m.", "It left at 9:20.", ("19 h 30",)),
        ("Come at 12 am or at 12.15 PM.", "Come at 7:30 or at 9:20.", ("0 h", "12 h 15")),
        ("I have a $5 bill, not £20 notes.", "I have a Taro, not Ken.", ("billet de 5 $", "billets de 20 £")),
        ("2.5 x 2 = 5", "Taro", ("2,5 x 2 = 5",)),
    ],
)
def test_a_figure_is_read_as_a_simpler_one_and_written_in_french(text: str, rest: str, units: tuple[str, ...]) -> None:
    marked, carried = FRENCH.take_out(text)
    assert carried.insert_names(marked) == rest
    assert tuple(unit.replace("\u202f", " ") for unit in carried.units) == units


@pytest.mark.parametrize(
    "text",
    [
        *("I have 23 cousins.", "It costs $5.", "He left in 1987.", "Is it 7:30 or 5 a.m.?", "Don't! I'm 9-year-old."),
        *("The bill is $5.", "Is it 5?", "I am 3 metres tall.", "The $7 bill", "Room no. 5", "5 pmc"),
        *("I like tea & milk.", "U.S. Tom came.", "I have plan B. She has none.", "In the 1990s", "May 3rd and 4th"),
    ],
)
def test_what_the_models_copy_is_left_to_them(text: str) -> None:
    marked, carried = FRENCH.take_out(text)
    assert (marked, carried.units) == (text, ())


@pytest.mark.parametrize("languages", [("fr", "en"), ("en", "es")])
def test_other_languages_keep_their_figures(languages: tuple[str, str]) -> None:
    text = "L'Angleterre, 3.14, 1,000, 100 %."
    assert Carrier(VOCABULARY, *languages).take_out(text)[0] == text


@pytest.mark.parametrize(
    ("figure", "french", "german"),
    [
        ("3.14", "3,14", "3,14"),
        ("1,234.56", "1 234,56", "1.234,56"),
        ("1,2,3 and 192.168.0.1", "1,2,3 and 192.168.0.1", "1,2,3 and 192.168.0.1"),
        ("$19.99", "19,99 $", "19,99 $"),
        ("£5-10", "5-10 £", "5-10 £"),
        ("3.5%", "3,5 %", "3,5 %"),
        ("44th", "44e", "44."),
        ("no. 5", "n° 5", "Nr. 5"),
        ("$5 bill", "billet de 5 $", "5-$-Schein"),
        ("€20 notes", "billets de 20 €", "20-€-Scheine"),
        ("7:30 p.m.", "19 h 30", "19:30 Uhr"),
        ("5pm", "17 h", "17 Uhr"),
        ("12:05 a.m.", "0 h 05", "0:05 Uhr"),
    ],
)
def test_each_language_writes_figures_in_its_own_way(figure: str, french: str, german: str) -> None:
    assert [localize_figure(language, figure).replace("\u202f", " ") for language in ("fr", "de")] == [french, german]
    assert sorted(WRITING) == ["de", "fr"]


@pytest.mark.parametrize(
    ("text", "generated", "translation"),
    [
        ("It costs £5.", "Ça coûte 38 euros.", "Ça coûte 5 £."),
        ("It costs £5.", "Ça coûte 38 €.", "Ça coûte 5 £."),
        ("Come at 5 p.m.", "Komm um 7.30 Uhr.", "Komm um 17 h."),
        ("It is on 2024-05-12.", "Es ist am 17. Mai.", "Es ist am 2024-05-12."),
        ("He is the 5th one.", "C'est le Troisième.", "C'est le 5e."),
        ("I ran 4.5 kilometres.", "J'ai couru 275 kilomètres.", "J'ai couru 275 kilomètres 4,5."),
    ],
)
def test_a_figure_comes_back_where_its_stand_in_is(text: str, generated: str, translation: str) -> None:
    assert FRENCH.take_out(text)[1].put_back(generated).replace("\u202f", " ") == translation


def test_no_stand_in_is_taken_for_another() -> None:
    for one, other in combinations(WRITTEN, 2):
        assert not re.search(WRITTEN[one], other)
        assert not re.search(WRITTEN[other], one)
    assert all(list(names) == sorted(names) for names in STAND_INS.values() if "".join(names).isdigit())


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("It is 5 km and 3kg, or \ue000 m.", "It is 5 kilometres and 3 kilos, or \ue000 metres."),
        ("See no. 5 & 6.", "See number 5 and 6."),
        ("I saw the dog.She sleeps,he too.", "I saw the dog. She sleeps, he too."),
        *((text, text) for text in ("No. I have 3 m² of it.", "e.g. the U.S. and R&D", "3 men", "node.js")),
    ],
)
def test_units_and_forgotten_spaces_are_written_out(text: str, read: str) -> None:
    assert write_out(text) == read


def test_an_amount_in_millions_is_written_out() -> None:
    written = write_out_amounts("It cost £2 million, $3.5bn, €1,000m or ¥4 trillion, not $5 or £20 moths.")
    assert written == (
        "It cost 2 million pounds, 3.5 billion dollars, 1,000 million euros or 4 trillion yen, not $5 or £20 moths."
    )
