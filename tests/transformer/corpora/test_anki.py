"""The pairs of manythings.org/anki: what the rules leave out, and fetching them from a server of our own."""

import io
import threading
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from transformer.corpora import Pair, load_pairs
from transformer.corpora import download as homes
from transformer.corpora.anki import find_fault, without_faults
from transformer.corpora.download import download_anki, fetch
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


class Home(BaseHTTPRequestHandler):
    """A server like the real one: it refuses who does not say who asks."""

    def __init__(self, content: bytes, *rest: object) -> None:
        self.content = content
        super().__init__(*rest)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        named = not self.headers["User-Agent"].startswith("Python-urllib")
        self.send_response(200 if named and self.path == "/fra-eng.zip" else 406)
        self.end_headers()
        self.wfile.write(self.content)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[bytes], None]]:
    servers: list[ThreadingHTTPServer] = []

    def begin(content: bytes) -> None:
        servers.append(ThreadingHTTPServer(("127.0.0.1", 0), partial(Home, content)))
        threading.Thread(target=servers[-1].serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        monkeypatch.setattr(homes, "ANKI", f"http://127.0.0.1:{servers[-1].server_port}/")

    yield begin
    for server in servers:
        server.shutdown()
        server.server_close()


def test_the_archive_is_fetched_unpacked_and_cleared_of_what_is_held_out(tmp_path, serve) -> None:
    serve(archive())
    (tmp_path / "tatoeba").mkdir()
    (tmp_path / "tatoeba/dev.en-fr.tsv").write_text("It's a dog that barks.\tUN CHIEN ABOIE\n")
    assert download_anki(tmp_path, "fr") == tmp_path / "anki"
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
def test_a_damaged_archive_is_one_sentence_and_leaves_nothing(tmp_path, serve, content) -> None:
    serve(content)
    with pytest.raises(CorpusError, match=r"fra-eng\.zip .*: download it again\.$"):
        download_anki(tmp_path, "fr")
    assert not list(tmp_path.iterdir())


def test_an_archive_that_unfolds_to_far_too_much_is_not_unpacked(tmp_path, serve, monkeypatch) -> None:
    monkeypatch.setattr(homes, "LARGEST_FILE", 20)
    serve(archive())
    with pytest.raises(CorpusError, match="larger than it can be"):
        download_anki(tmp_path, "fr")


def test_a_home_that_refuses_is_one_sentence(tmp_path: Path, serve: Callable[[bytes], None]) -> None:
    serve(archive())
    with pytest.raises(CorpusError, match=r"can't be downloaded .*406"):
        fetch(f"{homes.ANKI}other.zip")
    with pytest.raises(CorpusError, match="can't be downloaded"):
        download_anki(tmp_path, "de")
    assert not list(tmp_path.iterdir())
