"""The pairs of manythings.org/anki: what the rules leave out, and fetching them."""

import io
import zipfile
from email.message import Message
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request

import pytest

from transformer.corpora import Pair, load_pairs
from transformer.corpora import download as homes
from transformer.corpora.anki import find_fault, without_faults
from transformer.corpora.download import download_anki
from transformer.errors import CorpusError


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        ("Stop!", "Arrête-toi tout de suite, je n'en peux plus !", "length"),
        ("Stop!", "Arrête-toi !", None),
        ("She bought a hat.", "She bought it and the hat.", "language"),
        ("Je ne le vois pas.", "Je ne vois pas.", "language"),
        ("The cat sleeps here.", "the cat sleeps here", "language"),
        ("What is that?", "Est-ce un chat ?", None),
        ("It is 10 miles away.", "C'est à 16 kilomètres.", "number"),
        ("It costs 3,000 dollars.", "Ça coûte 3000 dollars.", None),
        ("The train leaves at 8 p.m.", "Le train part à 20 heures.", None),
        ("It was in the 1990s.", "C'était dans les années 90.", None),
        ("I have two dogs.", "J'ai 2 chiens.", None),
        ("I am glad.", "Je suis content(e).", "remark"),
        ("A dog (a big one) barks.", "Un chien (un grand) aboie.", None),
    ],
)
def test_a_rule_finds_what_is_wrong(source: str, target: str, expected: str | None) -> None:
    assert find_fault(Pair(source, target), "fr") == expected


def test_each_pair_is_kept_once_and_what_goes_is_counted() -> None:
    good, other = Pair("I have a cat.", "J'ai un chat."), Pair("I have a cat.", "J'ai une chatte.")
    kept, gone = without_faults([good, other, good, Pair("I am glad.", "Je suis content(e).")], "fr")
    assert kept == [good, other]
    assert gone == {"again": 1, "remark": 1}


LINES = (
    "I have a cat.\tJ'ai un chat.\tsomebody\nA dog barks.\tUn chien aboie.\tsomebody\n\nIt rains.\tIl pleut.\tnobody\n"
)


def archive(name: str = "fra.txt", content: bytes = LINES.encode()) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, content)
    return packed.getvalue()


def test_the_archive_is_fetched_unpacked_and_cleared_of_what_is_held_out(tmp_path: Path) -> None:
    (tmp_path / "tatoeba").mkdir()
    (tmp_path / "tatoeba/dev.en-fr.tsv").write_text("It's a dog that barks.\tUN CHIEN ABOIE\n")
    assert download_anki(tmp_path, "fr", lambda _: archive()) == tmp_path / "anki"
    assert load_pairs("anki", "train", data=tmp_path) == [
        Pair("I have a cat.", "J'ai un chat."),
        Pair("It rains.", "Il pleut."),
    ]
    assert load_pairs("anki", "dev", data=tmp_path) == load_pairs("anki", "test", data=tmp_path) == []


@pytest.mark.parametrize(
    "content",
    [b"", b"no archive", archive()[:-30], archive("deu.txt"), archive(content=b"\xff\tx\n"), archive(content=b"\n")],
    ids=["empty", "foreign", "cut off", "another language", "not UTF-8", "no pair"],
)
def test_a_damaged_archive_is_one_sentence_and_leaves_nothing(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(CorpusError, match=r"fra-eng\.zip .*: download it again\.$"):
        download_anki(tmp_path, "fr", lambda _: content)
    assert not list(tmp_path.iterdir())


def test_an_archive_that_unfolds_to_far_too_much_is_not_unpacked(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(homes, "LARGEST_FILE", 20)
    with pytest.raises(CorpusError, match="larger than it can be"):
        download_anki(tmp_path, "fr", lambda _: archive())


def test_a_home_that_refuses_is_one_sentence_and_hears_who_asks(tmp_path: Path, monkeypatch) -> None:
    asked: list[str] = []

    def refuse(request: Request, timeout: float) -> None:
        asked.append(request.get_header("User-agent"))
        raise HTTPError(request.full_url, 406, "Not Acceptable", Message(), None)

    monkeypatch.setattr("urllib.request.urlopen", refuse)
    with pytest.raises(CorpusError, match=r"can't be downloaded .*406"):
        download_anki(tmp_path, "de")
    assert not list(tmp_path.iterdir())
    assert asked[0].startswith("Glassformer")
