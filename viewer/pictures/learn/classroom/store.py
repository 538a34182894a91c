"""Classes and their answers in one SQLite file, which all processes of a machine share."""

import hashlib
import json
import os
import secrets
import sqlite3
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from transformer import GlassformerError
from viewer.pictures.learn.classroom.codes import WAY_BACK, new_code, normalise_code, way_back

VARIABLE = "GLASSFORMER_CLASSES"  # in the environment: the file
DAY = 24 * 60 * 60.0  # seconds that a class lasts
MOST_CLASSES, MOST_STUDENTS = 200, 100  # at once; in one class
# Joins from one address within so many seconds: a class behind its school's address comes in, a script is slowed down.
MOST_JOINS, JOINING = 20, 5.0
MOST_SENTENCES, MOST_EXERCISES, STOPS = 12, 12, range(1, 8)
VOTES = range(1, 7)  # on the case, before each of its steps
LONGEST_SENTENCE, LONGEST_NICKNAME, LONGEST_ANSWER = 300, 24, 80  # characters
MOST_MARKS = 2  # above or below a letter: more would reach into other lines
DEPTHS = ("look", "understand", "prove")
TOUR, CASE = "tour", "case"  # what the name of a question about a stop of the tour begins with, or about the case
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
CREATE TABLE IF NOT EXISTS locked (class TEXT PRIMARY KEY REFERENCES class ON DELETE CASCADE);
CREATE TABLE IF NOT EXISTS arrival (address TEXT NOT NULL, at REAL NOT NULL);
"""


@dataclass(frozen=True)
class ClassWork:
    """What a class works on.

    Attributes:
        sentences: of the teacher's own. exercises: their slugs. stops: of the tour, from 1.
        depth: of the pages that links open. model: its name in an address. case: whether it votes on the case.
    """

    sentences: tuple[str, ...]
    exercises: tuple[str, ...]
    stops: tuple[int, ...]
    depth: str
    model: str
    case: bool = False

    @property
    def questions(self) -> tuple[str, ...]:
        """The names of all questions, in their order: `tour.3`, `case.1`, and `0.pieces` about the first sentence."""
        about = (f"{number}.{slug}" for number in range(len(self.sentences)) for slug in self.exercises)
        votes = (f"{CASE}.{vote}" for vote in VOTES if self.case)
        return (*(f"{TOUR}.{stop}" for stop in self.stops), *votes, *about)


@dataclass(frozen=True)
class Given:
    """An answer as the teacher's table has it; students are counted from 1 in the order in which they came."""

    student: int
    nickname: str
    question: str
    written: str
    right: bool
    at: float


@dataclass(frozen=True)
class Student:
    """Who is in a class, as the teacher sees it.

    Attributes:
        number: from 1, in the order in which they came. answers: how many. way_back: the code to come back.
    """

    number: int
    nickname: str
    answers: int
    way_back: str


class Store:
    """The file with all classes; each call is one short transaction of its own.

    Every method raises a GlassformerError if the file can't be used.
    """

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        self.path, self._now = path, now

    def open(self, lesson: ClassWork) -> tuple[str, str]:
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
            code = next(code for code in iter(new_code, "") if code not in codes)
            written = json.dumps(asdict(lesson))
            rows.execute("INSERT INTO class VALUES (?, ?, ?, ?)", (code, _hash(token), self._now(), written))
        return code, token

    def lesson(self, code: str) -> ClassWork | None:
        """What the class with this code works on, however the code was typed."""
        found = self._read("SELECT lesson FROM class WHERE code = ? AND opened > ?", normalise_code(code), self._since)
        return _lesson(found[0][0]) if found else None

    def join(self, code: str, nickname: str, address: str = "") -> str:
        """Let a student in, with a nickname that may be empty; returns the secret name by which they answer.

        Args: address: of the student's machine.

        Raises:
            GlassformerError: if the class is closed, locked or full, or too many come from this address at once.
        """
        code, address, student = normalise_code(code), _hash(address), _new_secret()
        with self._writing() as rows:
            found = rows.execute(
                "SELECT code IN (SELECT class FROM locked) FROM class WHERE code = ?", (code,)
            ).fetchone()
            if found is None:
                raise GlassformerError("There is no class with this code. Check it with your teacher.")
            if found[0]:
                raise GlassformerError("Nobody else can join this class. Ask your teacher to let you in.")
            (lately,) = rows.execute("SELECT count(*) FROM arrival WHERE address = ?", (address,)).fetchone()
            if lately >= MOST_JOINS:
                raise GlassformerError("Many are joining at once. Wait a few seconds, then press Join again.")
            asked = "SELECT count(*), coalesce(max(number), 0) FROM student WHERE class = ?"
            count, last = rows.execute(asked, (code,)).fetchone()
            if count >= MOST_STUDENTS:
                raise GlassformerError(f"This class is full: it takes {MOST_STUDENTS} students.")
            rows.execute("INSERT INTO arrival VALUES (?, ?)", (address, self._now()))
            joined = (student, code, last + 1, _line(nickname, LONGEST_NICKNAME))
            rows.execute("INSERT INTO student VALUES (?, ?, ?, ?)", joined)
        return student

    def come_back(self, code: str) -> str | None:
        """Take the place of the student with this code to come back; None where there is none.

        Returns the secret name from now on: the old one, and the code that was made of it, are worth nothing any more.
        """
        if len(normalise_code(code)) != WAY_BACK:
            return None
        student = _new_secret()
        with self._writing() as rows:
            found = rows.execute("SELECT id FROM student WHERE way_back(id) = ?", (normalise_code(code),)).fetchone()
            if found is None:
                return None
            rows.execute("PRAGMA defer_foreign_keys = ON")  # until both know the new name
            rows.execute("UPDATE student SET id = ? WHERE id = ?", (student, *found))
            rows.execute("UPDATE answer SET student = ? WHERE student = ?", (student, *found))
        return student

    def student(self, student: str) -> tuple[str, str, ClassWork] | None:
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

    def find_lesson(self, token: str) -> tuple[str, ClassWork] | None:
        """The code and the lesson of a teacher's class; None once it is closed."""
        found = self._read("SELECT code, lesson FROM class WHERE token = ? AND opened > ?", _hash(token), self._since)
        return (found[0][0], _lesson(found[0][1])) if found else None

    def read_answers(self, student: str) -> dict[str, str]:
        """What a student has answered, by question."""
        return dict(self._read("SELECT question, written FROM answer WHERE student = ?", student))

    def students(self, token: str) -> list[Student]:
        """Who is in a teacher's class, in the order in which they came."""
        asked = """SELECT number, nickname, (SELECT count(*) FROM answer WHERE student = id), way_back(id)
            FROM student JOIN class ON class = code WHERE token = ? ORDER BY number"""
        return [Student(*each) for each in self._read(asked, _hash(token))]

    def remove(self, token: str, numbers: Iterable[int]) -> None:
        """Delete students of a teacher's class with what they answered."""
        asked = "DELETE FROM student WHERE number = ? AND class = (SELECT code FROM class WHERE token = ?)"
        with self._writing() as rows:
            rows.executemany(asked, [(number, _hash(token)) for number in numbers])

    def is_locked(self, token: str) -> bool:
        """Whether a teacher's class takes no new students."""
        asked = "SELECT 1 FROM locked JOIN class ON class = code WHERE token = ?"
        return bool(self._read(asked, _hash(token)))

    def lock(self, token: str, locked: bool) -> None:
        """Let nobody else into a teacher's class, or let them in again; who is in can always come back."""
        own = "SELECT code FROM class WHERE token = ?"
        asked = f"INSERT OR IGNORE INTO locked {own}" if locked else f"DELETE FROM locked WHERE class IN ({own})"
        with self._writing() as rows:
            rows.execute(asked, (_hash(token),))

    def answers(self, token: str) -> list[Given]:
        """All answers that a teacher's class gave, those of the first student first."""
        asked = """SELECT number, nickname, question, written, correct, at FROM answer JOIN student ON student = id
            JOIN class ON class = code WHERE token = ? AND opened > ? ORDER BY number, at"""
        found = self._read(asked, _hash(token), self._since)
        return [Given(number, name, asked, said, bool(right), at) for number, name, asked, said, right, at in found]

    def close(self, token: str) -> None:
        """Delete a teacher's class with everything in it."""
        with self._writing() as rows:
            rows.execute("DELETE FROM class WHERE token = ?", (_hash(token),))

    def sweep(self) -> None:
        """Delete the classes that are over."""
        with self._writing():
            pass

    @property
    def _since(self) -> float:
        return self._now() - DAY

    def _read(self, asked: str, *values: object) -> list[Any]:
        with self._open() as rows:
            return rows.execute(asked, values).fetchall()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(self._connect()) as rows:
                yield rows
        except (sqlite3.Error, OSError) as error:
            raise GlassformerError(f"The classes can’t be kept in {self.path}: {error}.") from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._open() as rows:
            rows.execute("BEGIN IMMEDIATE")
            try:
                rows.execute("DELETE FROM class WHERE opened <= ?", (self._since,))
                rows.execute("DELETE FROM arrival WHERE at <= ?", (self._now() - JOINING,))
                yield rows
            except BaseException:
                if rows.in_transaction:  # a full file has ended it
                    rows.execute("ROLLBACK")
                raise
            rows.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.touch(mode=0o600)
        rows = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        try:
            for setting in ("foreign_keys = ON", "secure_delete = ON", f"max_page_count = {_PAGES}"):
                rows.execute(f"PRAGMA {setting}")
            rows.create_function("way_back", 1, way_back, deterministic=True)
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


def _within_limits(lesson: ClassWork) -> ClassWork:
    sentences = dict.fromkeys(_line(each, LONGEST_SENTENCE) for each in lesson.sentences)
    return ClassWork(
        tuple(each for each in sentences if each)[:MOST_SENTENCES],
        tuple(dict.fromkeys(lesson.exercises))[:MOST_EXERCISES],
        tuple(sorted(set(lesson.stops) & set(STOPS))),
        lesson.depth if lesson.depth in DEPTHS else DEPTHS[0],
        _line(lesson.model, LONGEST_SENTENCE),
        lesson.case,
    )


def _line(text: str, longest: int) -> str:
    """A text in one line, without signs that can't be seen, steer the writing or enclose others; few marks a letter."""
    shown, marks = "", 0
    for sign in unicodedata.normalize("NFC", " ".join(text.split())):
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind == "Mn" else 0
        shown += sign if sign.isprintable() and kind != "Me" and marks <= MOST_MARKS else ""
    return shown[:longest].strip()


def _new_secret() -> str:
    return secrets.token_urlsafe(16)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _lesson(written: str) -> ClassWork:
    kept = json.loads(written)
    sentences, exercises, stops = (tuple(kept[name]) for name in ("sentences", "exercises", "stops"))
    return ClassWork(sentences, exercises, stops, kept["depth"], kept["model"], kept.get("case", False))
