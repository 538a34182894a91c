"""Pairs with invented names in them."""

from pathlib import Path

import pytest

from transformer.corpora import Pair, load_mixture, load_pairs, parse_mixture
from transformer.corpora.loading import check_names
from transformer.corpora.renamed import invent_names, names_of
from transformer.errors import CorpusError

PLAIN = [
    Pair("The computer is Tom's.", "Der Computer ist Toms."),
    Pair("Tom likes Anna.", "Tom mag Anna."),
    Pair("Anna saw Tom.", "Anna sah Tom."),
    Pair("Computer games are fun.", "Computer Spiele machen Spaß."),
    Pair("Anna is my aunt.", "Das ist meine Tante Anna."),
    Pair("Tom, are you there, Tom?", "Bist du da, Tom?"),
    Pair("He is here.", "Er ist hier."),
]


def test_a_name_stands_on_both_sides_and_is_never_written_small() -> None:
    assert names_of(PLAIN) == {"Tom": 3, "Anna": 3}


def test_every_name_gives_its_place_to_an_invented_one_on_both_sides() -> None:
    found = invent_names(PLAIN)
    assert len(found) == 4  # no name, a word that is none, a name that one side has twice
    words = {word for pair in PLAIN for word in pair.source.split()}
    genitive, both, _, last = found
    owner = genitive.source.removeprefix("The computer is ").removesuffix("'s.")
    assert genitive.target == f"Der Computer ist {owner}s."
    first, second = both.source.removesuffix(".").split(" likes ")
    assert both.target == f"{first} mag {second}."
    assert [name[0] in "AEIOUYH" for name in (first, second)] == [False, True]  # as in Tom and in Anna
    assert last.source.removesuffix(" is my aunt.") == last.target.removesuffix(".").split()[-1]
    assert not {owner, first, second} & words
    assert invent_names(PLAIN) == found
    assert invent_names(PLAIN, seed=2) != found


def test_a_corpus_with_other_names_has_nothing_held_out_and_teaches_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "tatoeba").mkdir()
    for split, pairs in (("train", PLAIN * 2), ("dev", PLAIN[1:2])):
        lines = "".join(f"{pair.source}\t{pair.target}\n" for pair in pairs)
        (tmp_path / "tatoeba" / f"{split}.en-de.tsv").write_text(lines, encoding="utf-8")
    assert load_pairs("renamed/tatoeba", "dev", "de", tmp_path) == []
    assert len(load_pairs("renamed/tatoeba", "train", "de", tmp_path)) == 8
    ((pairs, weight),) = load_mixture(parse_mixture("renamed/tatoeba*0.5"), "de", tmp_path)
    assert (len(pairs), weight) == (6, 0.5)
    assert not any(" likes " in pair.source for pair in pairs)  # held out, under whatever name


def test_a_corpus_that_is_not_there_has_no_other_names_either() -> None:
    check_names("renamed/anki*0.5,renamed/everyday-natural/phrases", "de")
    with pytest.raises(CorpusError, match="no corpus and no file 'nothing'"):
        check_names("renamed/nothing", "de")
