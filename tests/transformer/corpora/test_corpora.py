"""Reading pairs: every damage is named with its file and line; nothing held out is trained on."""

import gzip
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tiny import PAIRS, write_tsv

from transformer.corpora import MixturePart, Pair, load_mixture, load_pairs, parse_mixture, without_held_out
from transformer.corpora.download import TATOEBA_RELEASES, download_multi30k, download_tatoeba
from transformer.corpora.pairs import read_aligned, read_lines, read_tsv
from transformer.errors import CorpusError
from transformer.text.cleaning import comparable


def write_file(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def zip_lines(path: Path, lines: list[str]) -> Path:
    return write_file(path, gzip.compress("".join(f"{line}\n" for line in lines).encode()))


def error_of(function: Callable[..., object], *arguments: object, **options: object) -> str:
    with pytest.raises(CorpusError) as caught:
        function(*arguments, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_tsv_is_read_cleaned_with_its_further_columns_ignored(tmp_path: Path) -> None:
    path = write_file(tmp_path / "p.tsv", "\ufeffIt’s  cold.\tIl fait froid.\tCC-BY\r\n\n   \nHello\tBonjour\u00a0!\n")
    assert read_tsv(path) == [Pair("It's cold.", "Il fait froid."), Pair("Hello", "Bonjour !")]
    assert read_tsv(write_file(tmp_path / "p.tsv.gz", gzip.compress(path.read_bytes()))) == read_tsv(path)


@pytest.mark.parametrize("line", ["no tab here", "only source\t", "\tonly target", "source\t \u200b "])
def test_a_bad_line_is_named_with_file_and_number(tmp_path: Path, line: str) -> None:
    path = write_file(tmp_path / "pairs.tsv", f"Hello\tBonjour\n\n{line}\nYes\tOui\n")
    message = error_of(read_tsv, path)
    assert f"{path}, line 3" in message


def test_a_file_without_pairs_is_an_error(tmp_path: Path) -> None:
    for content in ("", "\n\n"):
        path = write_file(tmp_path / "pairs.tsv", content)
        assert str(path) in error_of(read_tsv, path)


def test_unequal_aligned_files_are_named_with_their_lengths(tmp_path: Path) -> None:
    source, target = write_file(tmp_path / "a.en", "one\ntwo\n"), write_file(tmp_path / "a.fr", "un\n")
    message = error_of(read_aligned, source, target)
    assert f"{source} has 2" in message
    assert f"{target} has 1" in message


def test_missing_files_are_named(tmp_path: Path) -> None:
    assert str(tmp_path / "gone.tsv") in error_of(read_tsv, tmp_path / "gone.tsv")
    assert str(tmp_path) in error_of(read_lines, tmp_path)


@pytest.mark.parametrize("damage", ["truncated", "no gzip"])
def test_a_damaged_gzip_file_is_named(tmp_path: Path, damage: str) -> None:
    chance = random.Random(1)
    whole = gzip.compress("\n".join(f"sentence {chance.random()}" for _ in range(500)).encode())
    content = {"truncated": whole[:-200], "no gzip": b"plain text"}
    path = write_file(tmp_path / "train.en.gz", content[damage])
    assert str(path) in error_of(read_lines, path)


def test_mixtures_are_names_with_weights() -> None:
    assert parse_mixture(" everyday*0.5, multi30k ,tatoeba*2,") == (
        MixturePart("everyday", 0.5),
        MixturePart("multi30k", 1.0),
        MixturePart("tatoeba", 2.0),
    )


def test_commas_and_stars_belong_to_a_name_where_there_is_such_a_file(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a,b.tsv", "a", "c*2", "d*2,e*3.tsv", "x,y.en", "x,y.fr"):
        write_file(tmp_path / name, "One.\tUn.\n")
    assert parse_mixture("a,b.tsv*2,multi30k*3, c*2,c*2*0.5,d*2,e*3.tsv,x,y.en::x,y.fr*4,renamed/a,b.tsv,a,f*2") == (
        MixturePart("a,b.tsv", 2.0),
        MixturePart("multi30k", 3.0),
        MixturePart("c*2", 1.0),
        MixturePart("c*2", 0.5),
        MixturePart("d*2,e*3.tsv", 1.0),
        MixturePart("x,y.en::x,y.fr", 4.0),
        MixturePart("renamed/a,b.tsv", 1.0),
        MixturePart("a", 1.0),
        MixturePart("f", 2.0),
    )


@pytest.mark.parametrize("text", ["", " , ", "a*", "a*x", "a*0", "a*-1", "a*nan", "a*inf"])
def test_impossible_mixtures_are_refused(text: str) -> None:
    assert "--corpus" in error_of(parse_mixture, text)


def test_what_is_held_out_in_any_corpus_is_trained_on_in_none() -> None:
    train = [Pair("It's cold!", "a"), Pair("IT'S  COLD", "b"), Pair("It's hot.", "c"), Pair("Its cold", "d")]
    assert without_held_out(train, [Pair("it's cold.", "x")]) == [Pair("It's hot.", "c"), Pair("Its cold", "d")]


def test_unknown_corpora_are_refused_with_the_known_names() -> None:
    for name in ("multi31k", "everyday-poems"):
        message = error_of(load_pairs, name, "train")
        assert name in message
        assert "multi30k" in message
    assert "everyday-natural" in error_of(load_pairs, "everyday", "train", "de")
    assert "'nl'" in error_of(load_pairs, "everyday-natural", "train", "nl")


def test_a_missing_data_folder_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("multi30k", "tatoeba"):
        message = error_of(load_pairs, name, "dev", data=tmp_path)
        assert str(tmp_path / name) in message
        assert "--data" in message
        assert f"download {name}" in message
    monkeypatch.setenv("GLASSFORMER_DATA", str(tmp_path / "elsewhere"))
    assert "elsewhere" in error_of(load_pairs, "multi30k", "dev")


def multi30k_folder(folder: Path) -> Path:
    for part, sentences in {"train": PAIRS[:6], "val": PAIRS[6:8], "test_2016_flickr": PAIRS[8:11]}.items():
        zip_lines(folder / "multi30k" / f"{part}.en.gz", [pair.source for pair in sentences])
        zip_lines(folder / "multi30k" / f"{part}.de.gz", [f"de: {pair.target}" for pair in sentences])
        zip_lines(folder / "multi30k" / f"{part}.fr.gz", [pair.target for pair in sentences])
    return folder


def test_multi30k_is_read_from_its_raw_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = multi30k_folder(tmp_path)
    assert load_pairs("multi30k", "train", data=data) == PAIRS[:6]
    assert load_pairs("multi30k", "dev", data=data) == PAIRS[6:8]
    assert load_pairs("multi30k", "test", data=data) == PAIRS[8:11]
    assert load_pairs("multi30k", "dev", "de", data)[0] == Pair(PAIRS[6].source, f"de: {PAIRS[6].target}")
    monkeypatch.setenv("GLASSFORMER_DATA", str(data))
    assert load_pairs("multi30k", "dev") == PAIRS[6:8]
    monkeypatch.delenv("GLASSFORMER_DATA")
    monkeypatch.chdir(tmp_path)
    os.rename(data / "multi30k", tmp_path / "kept")
    (tmp_path / "data").mkdir()
    os.rename(tmp_path / "kept", tmp_path / "data" / "multi30k")
    assert load_pairs("multi30k", "dev") == PAIRS[6:8]


def test_the_users_own_files_are_training_data_whole(tmp_path: Path) -> None:
    tsv = write_tsv(tmp_path / "mine.tsv", PAIRS[:4])
    assert load_pairs(tsv, "train") == PAIRS[:4]
    assert load_pairs(tsv, "dev") == load_pairs(tsv, "test") == []
    source = write_file(tmp_path / "mine.en", "\n".join(pair.source for pair in PAIRS[:4]))
    target = write_file(tmp_path / "mine.fr", "\n".join(pair.target for pair in PAIRS[:4]))
    assert load_pairs(f"{source}::{target}", "train") == PAIRS[:4]
    assert "gone.fr" in error_of(load_pairs, f"{source}::{tmp_path / 'gone.fr'}", "train")


def test_a_mixture_leaves_out_what_any_of_its_corpora_holds_out(tmp_path: Path) -> None:
    multi30k_folder(tmp_path)
    tsv = write_tsv(tmp_path / "mine.tsv", [Pair(PAIRS[8].source.upper(), "x"), PAIRS[20]])
    (mine, weight), (theirs, other_weight) = load_mixture(parse_mixture(f"{tsv}*2,multi30k"), data=tmp_path)
    assert (mine, weight) == ([PAIRS[20]], 2.0)
    assert (theirs, other_weight) == (PAIRS[:6], 1.0)


class FakeHome:
    """The corpora's homes, in memory."""

    def __init__(self, english: list[str] | None = None) -> None:
        self.asked: list[str] = []
        self.english = english or [f"Sentence number {number}." for number in range(400)]

    def __call__(self, address: str) -> bytes:
        self.asked.append(address)
        if address.endswith(".gz"):
            return gzip.compress(f"{address}\n".encode(), mtime=0)
        release = TATOEBA_RELEASES.index(next(name for name in TATOEBA_RELEASES if name in address))
        lines = self.english[: len(self.english) - release]
        lines = lines if address.endswith(".eng") else [f"fr {line}" for line in lines]
        return "".join(f"{line}\n" for line in lines).encode()


def test_multi30k_is_fetched_once(tmp_path: Path) -> None:
    home = FakeHome()
    folder = download_multi30k(tmp_path, "fr", home)
    assert len(home.asked) == len(list(folder.iterdir())) == 6
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    (folder / "val.fr.gz").unlink()
    (folder / "val.en.gz").write_text("<html>Not found</html>")
    download_multi30k(tmp_path, "fr", home)
    assert len(home.asked) == 8
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert len(load_pairs("multi30k", "train", data=tmp_path)) == 1


def test_a_download_that_is_no_text_is_told(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="is damaged"):
        download_tatoeba(tmp_path, "fr", lambda address: b"\xff\xfe")


def test_tatoeba_is_cut_the_same_way_every_time_and_its_parts_share_no_english(tmp_path: Path) -> None:
    home = FakeHome(
        [*[f"Sentence number {n}." for n in range(400)], *[f"sentence NUMBER {n}!" for n in range(400)], ""]
    )
    folder = download_tatoeba(tmp_path, "fr", home)
    train, dev = load_pairs("tatoeba", "train", data=tmp_path), load_pairs("tatoeba", "dev", data=tmp_path)
    assert len(train) + len(dev) == 800  # three releases, each pair once, empty ones never
    assert 0 < len(dev) < 100
    assert not {comparable(pair.source) for pair in train} & {comparable(pair.source) for pair in dev}
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    download_tatoeba(tmp_path, "fr", home)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
