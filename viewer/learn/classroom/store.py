"""Classes and their answers in one SQLite file, which all processes of a machine share."""

import hashlib
import json
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from transformer import GlassformerError

VARIABLE = "GLASSFORMER_CLASSES"  # in the environment: the file
LETTERS = "ACDEFGHJKMNPRTVWXY34679"  # of a code: none that looks like another
CODE = 6  # letters of a code
DAY = 24 * 60 * 60.0  # seconds that a class lasts
MOST_CLASSES, MOST_STUDENTS = 200, 100  # at once; in one class
MOST_SENTENCES, MOST_EXERCISES, STOPS = 12, 12, range(1, 9)
LONGEST_SENTENCE, LONGEST_NICKNAME, LONGEST_ANSWER = 300, 24, 80  # characters
DEPTHS = ("look", "understand", "prove")
TOUR = "tour"  # what the name of a question about a stop of the tour begins with
_PAGES = 16_384  # of 4 KiB: the file takes 64 MiB at most
_PATIENCE = 10.0  # seconds that a process waits for another to finish writing
_TABLES = """
CREATE TABLE IF NOT EXISTS class (code TEXT PRIMARY KEY, token TEXT UNIQUE NOT NULL, opened REAL NOT NULL,
    lesson TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS student (id TEXT PRIMARY KEY, class TEXT NOT NULL REFERENCES class ON DELETE CASCADE,
    number INTEGER NOT NULL, nickname TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS answer (student TEXT NOT NULL REFERENCES student ON DELETE CASCADE, question TEXT NOT NULL,
    written TEXT NOT NULL, correct INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (student, question));
CREATE INDEX IF NOT EXISTS students ON student (class);
"""


@dataclass(frozen=True)
class Lesson:
    """What a class works on.

    Attributes:
        sentences: of the teacher's own. exercises: their slugs. stops: of the tour, from 1.
        depth: of the pages that links open. model: its name in an address.
    """

    sentences: tuple[str, ...]
    exercises: tuple[str, ...]
    stops: tuple[int, ...]
    depth: str
    model: str

    @property
    def questions(self) -> tuple[str, ...]:
        """The names of all questions, in their order: `tour.3`, and `0.pieces` about the first sentence."""
        about = (f"{number}.{slug}" for number in range(len(self.sentences)) for slug in self.exercises)
        return (*(f"{TOUR}.{stop}" for stop in self.stops), *about)


@dataclass(frozen=True)
class Given:
    """An answer as the teacher's table has it; students are counted from 1 in the order in which they came."""

    student: int
    nickname: str
    question: str
    written: str
    right: bool
    at: float


class Store:
    """The file with all classes; each call is one short transaction of its own.

    Every method raises a GlassformerError if the file can't be used.
    """

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path, self._now = path, now

    def open(self, lesson: Lesson) -> tuple[str, str]:
        """Open a class; returns its code, and the token that gives the teacher's rights.

        Raises:
            GlassformerError: if too many are open.
        """
        lesson = _within_limits(lesson)
        token = secrets.token_hex(24)
        with self._writing() as rows:
            codes = {code for (code,) in rows.execute("SELECT code FROM class")}
            if len(codes) >= MOST_CLASSES:
                raise GlassformerError("Too many classes are open on this server. Please try again in an hour.")
            code = next(code for code in iter(_new_code, "") if code not in codes)
            written = json.dumps(asdict(lesson))
            rows.execute("INSERT INTO class VALUES (?, ?, ?, ?)", (code, _hashed(token), self._now(), written))
        return code, token

    def lesson(self, code: str) -> Lesson | None:
        """What the class with this code works on, however the code is spaced and in small letters too."""
        found = self._read("SELECT lesson FROM class WHERE code = ? AND opened > ?", tidy(code), self._since)
        return _lesson(found[0][0]) if found else None

    def join(self, code: str, nickname: str) -> str:
        """Let a student in, with a nickname that may be empty; returns the secret name by which they answer.

        Raises:
            GlassformerError: if the class is closed or full.
        """
        student = secrets.token_urlsafe(16)
        with self._writing() as rows:
            if rows.execute("SELECT 1 FROM class WHERE code = ?", (tidy(code),)).fetchone() is None:
                raise GlassformerError("There is no class with this code. Check it with your teacher.")
            (count,) = rows.execute("SELECT count(*) FROM student WHERE class = ?", (tidy(code),)).fetchone()
            if count >= MOST_STUDENTS:
                raise GlassformerError(f"This class is full: it takes {MOST_STUDENTS} students.")
            joined = (student, tidy(code), count + 1, _line(nickname, LONGEST_NICKNAME))
            rows.execute("INSERT INTO student VALUES (?, ?, ?, ?)", joined)
        return student

    def student(self, student: str) -> tuple[str, str, Lesson] | None:
        """The code of a student's class, the nickname and the lesson; None once the class is closed."""
        asked = "SELECT code, nickname, lesson FROM student JOIN class ON class = code WHERE id = ? AND opened > ?"
        found = self._read(asked, student, self._since)
        return (found[0][0], found[0][1], _lesson(found[0][2])) if found else None

    def answer(self, student: str, question: str, written: str, right: bool) -> bool:
        """Keep a student's latest answer; False where there is no such student, or no such question in the class."""
        with self._writing() as rows:
            asked = "SELECT lesson FROM student JOIN class ON class = code WHERE id = ?"
            found = rows.execute(asked, (student,)).fetchone()
            if found is None or question not in _lesson(found[0]).questions:
                return False
            kept = (student, question, _line(written, LONGEST_ANSWER), right, self._now())
            rows.execute("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?)", kept)
        return True

    def taught(self, token: str) -> tuple[str, Lesson] | None:
        """The code and the lesson of a teacher's class; None once it is closed."""
        found = self._read("SELECT code, lesson FROM class WHERE token = ? AND opened > ?", _hashed(token), self._since)
        return (found[0][0], _lesson(found[0][1])) if found else None

    def students(self, token: str) -> int:
        """How many students came to a teacher's class."""
        asked = "SELECT count(*) FROM student JOIN class ON class = code WHERE token = ?"
        return int(self._read(asked, _hashed(token))[0][0])

    def answers(self, token: str) -> list[Given]:
        """All answers that a teacher's class gave, those of the first student first."""
        asked = """SELECT number, nickname, question, written, correct, at FROM answer JOIN student ON student = id
            JOIN class ON class = code WHERE token = ? AND opened > ? ORDER BY number, at"""
        found = self._read(asked, _hashed(token), self._since)
        return [Given(number, name, asked, said, bool(right), at) for number, name, asked, said, right, at in found]

    def close(self, token: str) -> None:
        """Delete a teacher's class with everything in it."""
        with self._writing() as rows:
            rows.execute("DELETE FROM class WHERE token = ?", (_hashed(token),))

    def sweep(self) -> None:
        """Delete the classes that are over."""
        with self._writing():
            pass

    @property
    def _since(self) -> float:
        return self._now() - DAY

    def _read(self, asked: str, *values: object) -> list[Any]:
        with self._opened() as rows:
            return rows.execute(asked, values).fetchall()

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(self._connected()) as rows:
                yield rows
        except (sqlite3.Error, OSError) as error:
            raise GlassformerError(f"The classes can’t be kept in {self.path}: {error}.") from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._opened() as rows:
            rows.execute("BEGIN IMMEDIATE")
            try:
                rows.execute("DELETE FROM class WHERE opened <= ?", (self._since,))
                yield rows
            except BaseException:
                if rows.in_transaction:  # a full file has ended it
                    rows.execute("ROLLBACK")
                raise
            rows.execute("COMMIT")

    def _connected(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch(mode=0o600)
        rows = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        try:
            for setting in ("foreign_keys = ON", "secure_delete = ON", f"max_page_count = {_PAGES}"):
                rows.execute(f"PRAGMA {setting}")
            rows.executescript(_TABLES)
        except BaseException:
            rows.close()
            raise
        return rows


def store() -> Store:
    """The classes of this machine."""
    return _store(os.environ.get(VARIABLE, "").strip())


@cache
def _store(path: str) -> Store:
    home = Path(os.environ.get("XDG_CACHE_HOME", "").strip() or Path.home() / ".cache")
    found = Store(Path(path) if path else home / "glassformer" / "classes.sqlite")
    if found.path.exists():
        with suppress(GlassformerError):  # opening a class will report it
            found.sweep()  # of the server that ran before
    return found


def tidy(code: str) -> str:
    """A code as it is kept, whatever spaces and small letters it was typed with."""
    return "".join(code.upper().split()).replace("-", "")[: 2 * CODE]


def _within_limits(lesson: Lesson) -> Lesson:
    sentences = dict.fromkeys(_line(each, LONGEST_SENTENCE) for each in lesson.sentences)
    return Lesson(
        tuple(each for each in sentences if each)[:MOST_SENTENCES],
        tuple(dict.fromkeys(lesson.exercises))[:MOST_EXERCISES],
        tuple(sorted(set(lesson.stops) & set(STOPS))),
        lesson.depth if lesson.depth in DEPTHS else DEPTHS[0],
        _line(lesson.model, LONGEST_SENTENCE),
    )


def _line(text: str, longest: int) -> str:
    """A text in one line, without signs that can't be seen."""
    return "".join(filter(str.isprintable, " ".join(text.split())))[:longest].strip()


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _lesson(written: str) -> Lesson:
    kept = json.loads(written)
    sentences, exercises, stops = (tuple(kept[name]) for name in ("sentences", "exercises", "stops"))
    return Lesson(sentences, exercises, stops, kept["depth"], kept["model"])
