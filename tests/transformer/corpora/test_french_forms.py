"""French word by word: elision, contraction, gender, number, conjugation."""

import pytest

from transformer.corpora.everyday.morphology import (
    agree_participle,
    conjugate,
    feminine_of,
    form_before,
    join_sounds,
    past_participle,
    plural_of,
    starts_with_vowel_sound,
)


def joined(text: str) -> str:
    return " ".join(word for word, _ in join_sounds([(word, ()) for word in text.split()]))


@pytest.mark.parametrize(
    ("apart", "together"),
    [
        ("le ami", "l' ami"), ("la eau", "l' eau"), ("je ai", "j' ai"), ("je habite", "j' habite"),
        ("ne y va", "n' y va"),
        ("que il", "qu' il"), ("si il", "s' il"), ("si elle", "si elle"), ("le haricot", "le haricot"),
        ("le hibou", "le hibou"),
        ("de onze", "de onze"), ("le yaourt", "le yaourt"), ("ce est", "c' est"), ("la histoire", "l' histoire"),
        ("me le- a", "me l' a"),
    ],
)  # fmt: skip
def test_elision(apart: str, together: str) -> None:
    assert joined(apart) == together


@pytest.mark.parametrize(
    ("apart", "together"),
    [
        ("à le marché", "au marché"), ("à les enfants", "aux enfants"), ("de le pain", "du pain"),
        ("à la gare", "à la gare"),
        ("de les amis", "des amis"), ("à le hôtel", "à l' hôtel"), ("de le ami", "de l' ami"),
        ("de le- voir", "de le voir"), ("à les- voir", "à les voir"), ("de le haricot", "du haricot"),
    ],
)  # fmt: skip
def test_contraction_of_articles_but_not_of_pronouns(apart: str, together: str) -> None:
    assert joined(apart) == together


def test_forms_before_a_vowel() -> None:
    assert [form_before(form, "amie") for form in ("ma", "ta", "sa")] == ["mon", "ton", "son"]
    assert [form_before(form, "homme") for form in ("ce", "beau", "vieux")] == ["cet", "bel", "vieil"]
    assert form_before("ce", "hibou") == "ce"
    assert starts_with_vowel_sound("œuf")
    assert not starts_with_vowel_sound("huit")


@pytest.mark.parametrize(
    ("masculine", "feminine"),
    [("petit", "petite"), ("heureux", "heureuse"), ("cher", "chère"), ("jeune", "jeune"), ("italien", "italienne"),
    ("grec", "grecque")],
)  # fmt: skip
def test_feminine(masculine: str, feminine: str) -> None:
    assert feminine_of(masculine) == feminine


@pytest.mark.parametrize(
    ("singular", "plural"),
    [("chat", "chats"), ("gâteau", "gâteaux"), ("journal", "journaux"), ("souris", "souris"), ("bleu", "bleus"),
    ("neveu", "neveux")],
)  # fmt: skip
def test_plural(singular: str, plural: str) -> None:
    assert plural_of(singular) == plural


@pytest.mark.parametrize(
    ("infinitive", "tense", "person", "form"),
    [
        ("manger", "present", 3, "mangeons"), ("manger", "imperfect", 3, "mangions"),
        ("commencer", "imperfect", 0, "commençais"),
        ("acheter", "present", 2, "achète"), ("acheter", "future", 0, "achèterai"),
        ("préférer", "present", 0, "préfère"),
        ("préférer", "future", 0, "préférerai"), ("nettoyer", "present", 5, "nettoient"),
        ("jeter", "present", 1, "jettes"),
        ("choisir", "present", 3, "choisissons"), ("vendre", "present", 2, "vend"), ("vendre", "future", 4, "vendrez"),
        ("aller", "future", 0, "irai"), ("être", "imperfect", 2, "était"), ("vouloir", "conditional", 0, "voudrais"),
        ("boire", "imperfect", 5, "buvaient"), ("étudier", "imperfect", 3, "étudiions"),
        ("lever", "imperative", 1, "lève"),
        ("aller", "imperative", 1, "va"), ("prendre", "imperative", 1, "prends"), ("lancer", "imperfect", 4, "lanciez"),
    ],
)  # fmt: skip
def test_conjugation(infinitive: str, tense: str, person: int, form: str) -> None:
    assert conjugate(infinitive, tense, person) == form


def test_unknown_verb_and_tense_are_refused() -> None:
    with pytest.raises(ValueError, match="falloir"):
        conjugate("falloir", "present", 2)
    with pytest.raises(ValueError, match="aorist"):
        conjugate("manger", "aorist", 2)


def test_participles() -> None:
    assert [past_participle(verb) for verb in ("manger", "choisir", "vendre", "boire")] == [
        "mangé",
        "choisi",
        "vendu",
        "bu",
    ]
    assert [agree_participle("vu", *features) for features in ((False, False), (True, False), (False, True),
    (True, True))] == [
        "vu", "vue", "vus", "vues",
    ]  # fmt: skip
    assert agree_participle("pris", False, True) == "pris"
