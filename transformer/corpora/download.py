"""Downloads the public corpora, in the raw form that `--data` reads."""

import gzip
import http.client
import io
import urllib.error
import urllib.request
import zipfile
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from transformer.corpora.pairs import Pair, read_tsv
from transformer.errors import CorpusError
from transformer.files import write_atomically
from transformer.text.cleaning import clean, comparable

MULTI30K = "https://raw.githubusercontent.com/multi30k/dataset/master/data/task1/raw/"
TATOEBA = (
    "https://raw.githubusercontent.com/Helsinki-NLP/OPUS-MT-testsets/master/datasets/helsinki_nlp/tatoeba/testsets/"
)
ANKI = "https://www.manythings.org/anki/"
TATOEBA_RELEASES = ("v2020-07-28", "v2021-03-30", "v2021-08-07")
_THREE_LETTERS = {"en": "eng", "fr": "fra", "de": "deu"}
DEV_SHARE = 0.05
LARGEST_FILE = 500_000_000  # bytes that an archive may unpack to: ten times as many as any download so far
# Some sites refuse a request without a user agent.
_WHO_ASKS = {"User-Agent": "Glassformer (downloads a corpus)"}

Fetch = Callable[[str], bytes]


def fetch(address: str) -> bytes:
    """The bytes at an address."""
    try:
        request = urllib.request.Request(address, headers=_WHO_ASKS)
        with urllib.request.urlopen(request, timeout=60) as response:
            content: bytes = response.read()
    except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
        raise CorpusError(
            f"{address} can't be downloaded ({error}): check the connection, or give a folder with --data."
        ) from error
    return content


def download_multi30k(data: Path, target_language: str = "fr", fetch: Fetch = fetch) -> Path:
    """Fetch train, val and test_2016_flickr, except for files that are already there and whole."""
    for part in ("train", "val", "test_2016_flickr"):
        for language in ("en", target_language):
            path = data / "multi30k" / f"{part}.{language}.gz"
            if not _is_whole(path):
                write_atomically(path, fetch(f"{MULTI30K}{path.name}"))
    return data / "multi30k"


def download_tatoeba(data: Path, target_language: str = "fr", fetch: Fetch = fetch) -> Path:
    """Fetch the Tatoeba Challenge's test releases and split them into train and dev.

    An English sentence is in dev if a hash of it, compared without case and punctuation, falls into the first
    `DEV_SHARE`; so the two share no English sentence, and the split is the same everywhere.
    """
    languages = sorted((_THREE_LETTERS["en"], _THREE_LETTERS[target_language]))
    pairs: dict[Pair, None] = {}
    for release in TATOEBA_RELEASES:
        base = f"{TATOEBA}{'-'.join(languages)}/tatoeba-test-{release}"
        english, other = (_lines(fetch, f"{base}.{_THREE_LETTERS[language]}") for language in ("en", target_language))
        if len(english) != len(other):
            raise CorpusError(
                f"{base}: the two languages have {len(english)} and {len(other)} lines; download them again."
            )
        pairs.update(dict.fromkeys(map(Pair, map(clean, english), map(clean, other))))
    for part, wanted in (("train", False), ("dev", True)):
        lines = [f"{pair.source}\t{pair.target}\n" for pair in pairs if _in_dev(pair.source) is wanted and all(pair)]
        path = data / "tatoeba" / f"{part}.en-{target_language}.tsv"
        write_atomically(path, "".join(lines).encode("utf-8"))
    return data / "tatoeba"


def download_anki(data: Path, target_language: str = "fr", fetch: Fetch = fetch) -> Path:
    """Fetch and unpack the pairs that manythings.org/anki selected from Tatoeba; all of them are training data.

    A pair whose English or translation is in `tatoeba/dev`, if `download_tatoeba` put it there, is left out: both come
    from the same website's sentences.
    """
    language = _THREE_LETTERS[target_language]
    address = f"{ANKI}{language}-eng.zip"
    lines = _unpack(fetch(address), f"{language}.txt", address).split("\n")
    pairs = [
        Pair(clean(columns[0]), clean(columns[1])) for columns in (line.split("\t") for line in lines) if columns[1:]
    ]
    dev = data / "tatoeba" / f"dev.en-{target_language}.tsv"
    held_out = read_tsv(dev) if dev.exists() else []
    sources, targets = ({comparable(pair[side]) for pair in held_out} for side in (0, 1))
    kept = [
        pair
        for pair in pairs
        if all(pair) and comparable(pair.source) not in sources and comparable(pair.target) not in targets
    ]
    if not kept:
        raise CorpusError(f"{address} has no sentence pairs: download it again.")
    path = data / "anki" / f"train.en-{target_language}.tsv"
    write_atomically(path, "".join(f"{source}\t{target}\n" for source, target in kept).encode("utf-8"))
    return data / "anki"


def _lines(fetch: Fetch, address: str) -> list[str]:
    try:
        return fetch(address).decode("utf-8").removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{address} is damaged ({error}): download it again.") from error


def _unpack(archive: bytes, name: str, address: str) -> str:
    """The text of one file in a zip archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            if opened.getinfo(name).file_size > LARGEST_FILE:
                raise CorpusError(f"{name} in {address} is larger than it can be: it was not unpacked.")
            return opened.read(name).decode("utf-8")
    except (
        zipfile.BadZipFile,
        KeyError,
        UnicodeDecodeError,
        NotImplementedError,
        RuntimeError,
        EOFError,
        zlib.error,
    ) as error:
        raise CorpusError(f"{address} is damaged ({error}): download it again.") from error


def _is_whole(path: Path) -> bool:
    try:
        return path.exists() and bool(gzip.decompress(path.read_bytes()))
    except (OSError, EOFError, zlib.error):
        return False


def _in_dev(english: str) -> bool:
    digest = sha256(comparable(english).encode("utf-8")).digest()
    return int.from_bytes(digest[:4], "big") < DEV_SHARE * 2**32
