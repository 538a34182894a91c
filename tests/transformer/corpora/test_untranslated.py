"""English that is paired with one language and not with the other."""

from pathlib import Path

import pytest
from tiny import write_tsv

from transformer.corpora import Pair, parse_mixture
from transformer.corpora.untranslated import untranslated
from transformer.errors import CorpusError

FILES = {
    "tatoeba/train.en-fr": [Pair("I have a cat.", "J'ai un chat."), Pair("It rains.", "Il pleut.")],
    "tatoeba/dev.en-fr": [Pair("A dog barks!", "Un chien aboie !")],
    "anki/train.en-fr": [Pair("He is here.", "Il est là.")],
    "tatoeba/train.en-de": [
        Pair("it rains", "Es regnet."),  # French has it, written as a sentence
        Pair("She sings.", "Sie singt."),
        Pair("A dog barks.", "Ein Hund bellt."),  # held out in French
        Pair("He is here.", "Er ist hier."),  # the other French corpus has it
    ],
    "tatoeba/dev.en-de": [Pair("We swim.", "Wir schwimmen.")],
    "anki/train.en-de": [
        Pair("She sings!", "Sie singt!"),  # again
        Pair("We swim.", "Wir schwimmen gerade."),  # held out in German, by the other corpus
        Pair("They sleep.", "Sie schlafen."),
    ],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    for name, pairs in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        write_tsv(tmp_path / f"{name}.tsv", pairs)
    return tmp_path


def test_only_what_the_other_language_alone_has_is_left(data: Path) -> None:
    parts = parse_mixture("tatoeba,anki*0.5")
    assert untranslated(parts, "fr", "de", data) == ["She sings.", "They sleep."]
    assert untranslated(parts, "de", "fr", data) == ["I have a cat."]


def test_nothing_to_translate_is_said(data: Path) -> None:
    with pytest.raises(CorpusError, match="name the other language"):
        untranslated(parse_mixture("tatoeba"), "fr", "fr", data)
    write_tsv(data / "anki/train.en-de.tsv", FILES["anki/train.en-fr"])
    with pytest.raises(CorpusError, match="no English in 'de' that they do not have in 'fr'"):
        untranslated(parse_mixture("anki"), "fr", "de", data)
