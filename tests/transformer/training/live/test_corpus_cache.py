"""A corpus made ready: the same from the file as made afresh, and damage to the file does no harm."""

from pathlib import Path

import pytest
from tiny import PAIRS, write_tsv

from transformer.errors import CorpusError
from transformer.training.live.corpus_cache import MOST_KEPT, prepare
from transformer.training.prepared_corpus import PreparedCorpus


def prepared(tmp_path: Path, told: list[int], name: str = "pairs.tsv") -> PreparedCorpus:
    tsv = tmp_path / name
    if not tsv.exists():
        write_tsv(tsv, PAIRS * 2)
    return prepare(f"{tsv}*2", 150, 40, tmp_path / "cache", lambda _, number: told.append(number))


def test_what_was_made_once_is_read_from_its_file(tmp_path: Path) -> None:
    first_told: list[int] = []
    again_told: list[int] = []
    first, again = prepared(tmp_path, first_told), prepared(tmp_path, again_told)
    assert (first_told, again_told) == ([0, 1, 2], [0])
    assert again.parts == first.parts
    assert again.held_out == first.held_out
    assert again.tokenizer.to_json() == first.tokenizer.to_json()
    assert first.parts[0][1] == 2
    # One pair in ten is held out, and none of those is learned.
    assert len(first.parts[0][0]) == 54
    (held,) = first.held_out.values()
    assert held.references[0] == PAIRS[0].target
    assert first.tokenizer.decode(held.pairs[0].target) == PAIRS[0].target


def test_another_corpus_under_the_same_name_is_made_anew_and_the_oldest_are_forgotten(tmp_path: Path) -> None:
    for copies in range(3, 3 + MOST_KEPT + 1):
        write_tsv(tmp_path / "pairs.tsv", PAIRS * copies)
        told: list[int] = []
        found = prepared(tmp_path, told)
        assert told == [0, 1, 2]
        assert len(found.parts[0][0]) + sum(len(each.pairs) for each in found.held_out.values()) == copies * len(PAIRS)
    assert len(list((tmp_path / "cache").iterdir())) == MOST_KEPT
    told = []
    prepared(tmp_path, told)
    assert told == [0]


@pytest.mark.parametrize("damage", [b"", b"\x08\x00\x00\x00\x00\x00\x00\x00nonsense", None])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: bytes | None) -> None:
    first = prepared(tmp_path, [])
    (file,) = (tmp_path / "cache").iterdir()
    file.write_bytes(file.read_bytes()[:-50] if damage is None else damage)
    told: list[int] = []
    assert prepared(tmp_path, told).parts == first.parts
    assert told == [0, 1, 2]


def test_a_folder_that_cannot_be_written_to_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file, not a folder")
    assert prepared(tmp_path, []).held_out


def test_too_small_a_corpus_is_a_sentence(tmp_path: Path) -> None:
    write_tsv(tmp_path / "one.tsv", PAIRS[:1])
    with pytest.raises(CorpusError, match="too few"):
        prepared(tmp_path, [], "one.tsv")
