"""The store of classes: no class sees another's, everything is bounded, and a day later nothing is left."""

import multiprocessing
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transformer import GlassformerError
from viewer.pictures.learn.classroom import store as stored
from viewer.pictures.learn.classroom.codes import CODE, LETTERS, normalise_code, way_back
from viewer.pictures.learn.classroom.store import (
    DAY,
    JOINING,
    LONGEST_ANSWER,
    LONGEST_NICKNAME,
    LONGEST_SENTENCE,
    MOST_EXERCISES,
    MOST_JOINS,
    MOST_MARKS,
    MOST_SENTENCES,
    ClassWork,
    Store,
)

LESSON = ClassWork(("A dog.", "A cat."), ("pieces", "reads"), (3, 7), "look", "en-fr")
STUDENTS = 15  # of each of two processes
texts = st.text(st.characters(codec=None), max_size=400)


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Store:
    return Store(tmp_path / "kept" / "classes.sqlite", clock)


def test_a_class_is_found_by_its_code_and_taught_by_its_token(store: Store) -> None:
    code, token = store.open(LESSON)
    assert len(code) == CODE
    assert set(code) <= set(LETTERS)
    assert store.lesson(f" {code[:3].lower()} {code[3:]} ") == LESSON
    assert store.find_lesson(token) == (code, LESSON)
    assert store.find_lesson(code) is None
    assert token.encode() not in store.path.read_bytes()
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert LESSON.questions == ("tour.3", "tour.7", "0.pieces", "0.reads", "1.pieces", "1.reads")


def test_the_latest_answer_counts_and_only_to_what_was_asked(store: Store) -> None:
    code, token = store.open(LESSON)
    ada, nobody = store.join(code, "Ada"), store.join(code, "")
    assert store.student(ada) == (code, "Ada", LESSON)
    assert store.answer(ada, "0.pieces", "8", False)
    assert store.answer(ada, "0.pieces", "9", True)
    assert store.answer(nobody, "tour.3", "dog", False)
    for question in ("2.pieces", "0.looks", "tour.1", "0.pieces ", "", "'; DROP TABLE answer; --"):
        assert not store.answer(ada, question, "9", True)
    assert not store.answer("stranger", "0.pieces", "9", True)
    found = [(each.student, each.nickname, each.question, each.written, each.right) for each in store.answers(token)]
    assert found == [(1, "Ada", "0.pieces", "9", True), (2, "", "tour.3", "dog", False)]
    assert [(each.number, each.nickname, each.answers) for each in store.students(token)] == [(1, "Ada", 1), (2, "", 1)]
    assert store.read_answers(ada) == {"0.pieces": "9"}


@pytest.mark.parametrize(
    "typed",
    [
        *("vmfe7v", " VMF E7V ", "VMF-E7V", "VMF–E7V", "VMF—E7V", "vmf−e7v", "“VMF_E7V”."),  # dashes, spaces, quotes
        *("V M\u00a0F\u2009E\u20117\u200bV", "ＶＭＦ－Ｅ７Ｖ", "𝐕𝐌𝐅𝐄𝟕𝐕", "VMFÉ7V", "VMFE٧V", "VMFE۷V"),
        *("VМF–Е7V", "VΜF Ε7V"),  # Cyrillic and Greek
    ],
)
def test_a_code_is_found_however_a_phone_writes_it(typed: str) -> None:
    assert normalise_code(typed) == "VMFE7V"


def test_a_student_who_lost_the_phone_comes_back_as_the_same(store: Store) -> None:
    code, token = store.open(LESSON)
    store.join(code, "Ada")
    lost = store.join(code, "Bob")
    store.answer(lost, "0.pieces", "9", True)
    store.lock(token, True)
    ours = store.students(token)[1].way_back
    assert ours == way_back(lost)
    assert store.come_back(code) is store.come_back("Bob") is store.come_back("") is None
    found = store.come_back(f" {ours[:3].lower()}–{ours[3:]}")
    assert found not in (None, lost)
    assert store.student(found) == (code, "Bob", LESSON)
    assert store.read_answers(found) == {"0.pieces": "9"}
    # The lost phone, and a code that somebody has read on the screen, are worth nothing any more.
    assert store.student(lost) is store.come_back(ours) is None
    assert not store.answer(lost, "0.pieces", "8", False)
    assert [(each.number, each.nickname, each.answers) for each in store.students(token)] == [
        (1, "Ada", 0),
        (2, "Bob", 1),
    ]


def test_the_teacher_alone_locks_the_door_and_removes_students(store: Store) -> None:
    (code, token), (_, others) = store.open(LESSON), store.open(LESSON)
    students = [store.join(code, name) for name in ("Ada", "x", "Bob")]
    for student in students:
        store.answer(student, "0.pieces", "9", True)
    for stranger in (others, code, students[0], ""):
        store.remove(stranger, [1, 2, 3])
        store.lock(stranger, True)
        assert len(store.students(token)) == 3
        assert not store.is_locked(token)
    store.lock(token, True)
    store.lock(token, True)
    store.remove(token, [2, 7])
    assert [each.nickname for each in store.students(token)] == ["Ada", "Bob"]
    assert [each.nickname for each in store.answers(token)] == ["Ada", "Bob"]
    assert store.student(students[1]) is None
    assert not store.answer(students[1], "0.pieces", "9", True)
    with pytest.raises(GlassformerError, match="Nobody else can join"):
        store.join(code, "x")
    store.lock(token, False)
    store.join(code, "Cem")
    assert [each.number for each in store.students(token)] == [1, 3, 4]  # no number comes twice


def test_a_script_is_slowed_down_and_a_class_behind_one_address_comes_in(store: Store, clock: Clock) -> None:
    code, token = store.open(LESSON)
    for _ in range(MOST_JOINS):
        store.join(code, "script", "203.0.113.7")
    with pytest.raises(GlassformerError, match="Wait a few seconds"):
        store.join(code, "script", "203.0.113.7")
    store.join(code, "Ada", "203.0.113.8")
    clock.now += JOINING
    for _ in range(30):  # students type their names for ten seconds
        clock.now += 1 / 3
        store.join(code, "student", "203.0.113.7")
    assert len(store.students(token)) == MOST_JOINS + 1 + 30
    assert b"203.0.113" not in store.path.read_bytes()


def test_the_hundredth_student_joins_and_the_next_does_not(store: Store, clock: Clock) -> None:
    code, token = store.open(LESSON)
    with closing(sqlite3.connect(store.path)) as rows, rows:
        rows.executemany("INSERT INTO student VALUES (?, ?, ?, '')", [(f"{at}", code, at) for at in range(1, 100)])
    hundredth = store.join(code, "the hundredth")
    with pytest.raises(GlassformerError, match="full: it takes 100 students"):
        store.join(code, "one more")
    assert store.student(hundredth) == (code, "the hundredth", LESSON)
    assert len(store.students(token)) == 100
    store.remove(token, [5])
    store.join(code, "in the free place")
    assert store.students(token)[-1].number == 101


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Z" + "\u0334" * 15 + "a" + "\u0489" * 9, "Z\u0334\u0334a"),
        ("ส" + "\u0e47" * 20, "ส" + "\u0e47" * MOST_MARKS),
        ("\u202eadA\u2066", "adA"),
        ("Jose\u0301 Nguye\u0302\u0303n", "José Nguyễn"),
        ("עָדָה", "עָדָה"),
    ],
)
def test_a_name_stays_in_its_line(store: Store, written: str, kept: str) -> None:
    code, token = store.open(LESSON)
    student = store.join(code, written)
    store.answer(student, "0.pieces", written, False)
    assert store.students(token)[0].nickname == store.read_answers(student)["0.pieces"] == kept


def test_no_class_sees_anothers(store: Store) -> None:
    classes = [store.open(LESSON) for _ in range(3)]
    students = [store.join(code, str(number)) for number, (code, _) in enumerate(classes)]
    for number, student in enumerate(students):
        store.answer(student, "0.pieces", str(number), True)
    for number, (code, token) in enumerate(classes):
        assert [each.written for each in store.answers(token)] == [str(number)]
        assert len(store.students(token)) == 1
        assert store.answers(code) == store.answers(students[number]) == store.answers("") == []
    store.close(classes[0][0])  # a code closes nothing
    store.close(classes[0][1])
    assert [store.lesson(code) is None for code, _ in classes] == [True, False, False]
    assert store.student(students[0]) is None
    assert not store.answer(students[0], "0.pieces", "9", True)
    assert [len(store.answers(token)) for _, token in classes] == [0, 1, 1]


def test_after_a_day_nothing_is_left(store: Store, clock: Clock) -> None:
    code, token = store.open(ClassWork(("A secret sentence.",), ("pieces",), (), "look", "en-fr"))
    student = store.join(code, "Nickname")
    store.answer(student, "0.pieces", "secret answer", False)
    clock.now += DAY - 1
    assert store.lesson(code)
    clock.now += 1
    assert (store.lesson(code), store.student(student), store.find_lesson(token), store.answers(token)) == (
        None,
        None,
        None,
        [],
    )
    with pytest.raises(GlassformerError, match="no class with this code"):
        store.join(code, "late")
    store.sweep()
    kept = store.path.read_bytes()
    assert not any(each in kept for each in (b"secret", b"Nickname", code.encode()))


@pytest.mark.slow
def test_classes_students_and_texts_are_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST_CLASSES", 3)
    long = ClassWork(
        tuple(f"{number} {'x' * 1000}" for number in range(50)),
        tuple(map(str, range(50))),
        tuple(range(50)),
        "<b>",
        "m" * 1000,
    )
    code, _ = store.open(long)
    kept = store.lesson(code)
    assert (len(kept.sentences), len(kept.exercises), kept.stops) == (
        MOST_SENTENCES,
        MOST_EXERCISES,
        tuple(range(1, 8)),
    )
    assert {*map(len, kept.sentences), len(kept.model)} == {LONGEST_SENTENCE}
    assert kept.depth == "look"
    assert store.lesson(store.open(LESSON)[0]) == LESSON
    store.open(LESSON)
    with pytest.raises(GlassformerError, match="Too many classes"):
        store.open(LESSON)


@pytest.mark.slow
def test_the_file_does_not_grow_without_end(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "_PAGES", 40)
    monkeypatch.setattr(stored, "MOST_CLASSES", 10_000)
    wide = ClassWork(tuple(f"{at}{'x' * 290}" for at in range(12)), ("pieces",), (), "look", "en-fr")
    codes: list[str] = []
    with pytest.raises(GlassformerError, match="full"):
        codes.extend(store.open(wide)[0] for _ in range(10_000))
    assert store.path.stat().st_size <= 40 * 4096


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(sentences=st.lists(texts, max_size=15), nickname=texts, answer=texts)
def test_any_text_is_kept_as_text(tmp_path_factory, sentences, nickname, answer) -> None:
    store = Store(tmp_path_factory.mktemp("classes") / "c.sqlite")
    code, token = store.open(ClassWork((*sentences, "A dog."), ("pieces",), (), "look", "en-fr"))
    kept = store.lesson(code)
    assert 1 <= len(kept.sentences) <= MOST_SENTENCES
    student = store.join(code, nickname)
    assert store.answer(student, "0.pieces", answer, False)
    (found,) = store.answers(token)
    assert len(found.nickname) <= LONGEST_NICKNAME
    assert len(found.written) <= LONGEST_ANSWER
    for text in (*kept.sentences, found.nickname, found.written):
        assert text.isprintable()
    assert store.lesson(nickname) is store.student(answer) is None


@pytest.mark.parametrize("content", [b"no database", b""])
def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "classes.sqlite"
    path.write_bytes(content)
    if content:
        with pytest.raises(GlassformerError, match=r"can’t be kept in .*not a database"):
            Store(path).open(LESSON)
    else:
        assert Store(path).open(LESSON)
    (tmp_path / "file").touch()
    with pytest.raises(GlassformerError, match="can’t be kept"):
        Store(tmp_path / "file" / "classes.sqlite").open(LESSON)


def answer_all(path: Path, code: str, first: int) -> None:
    """One process: it makes a new file as the other does; fifteen students join and answer every question twice."""
    new = Store(path.with_name("new.sqlite"))
    assert len({new.open(LESSON)[0] for _ in range(STUDENTS)}) == STUDENTS
    store = Store(path)
    for number in range(first, first + STUDENTS):
        student = store.join(code, f"student {number}", f"phone {number}")
        for question in LESSON.questions:
            store.answer(student, question, "in doubt", False)
            store.answer(student, question, f"{number}", number % 2 == 0)


@pytest.mark.slow
def test_thirty_students_answer_through_two_processes(tmp_path: Path) -> None:
    store = Store(tmp_path / "classes.sqlite")
    code, token = store.open(LESSON)
    other, others_token = store.open(LESSON)
    store.answer(store.join(other, "elsewhere"), "tour.3", "one", True)
    context = multiprocessing.get_context("fork")
    processes = [context.Process(target=answer_all, args=(store.path, code, first)) for first in (0, STUDENTS)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    found = store.answers(token)
    assert len(store.students(token)) == 2 * STUDENTS
    assert sorted({each.student for each in found}) == list(range(1, 2 * STUDENTS + 1))
    assert {(each.nickname, each.question, each.written, each.right) for each in found} == {
        (f"student {number}", question, f"{number}", number % 2 == 0)
        for number in range(2 * STUDENTS)
        for question in LESSON.questions
    }
    assert len(found) == 2 * STUDENTS * len(LESSON.questions)
    assert [each.written for each in store.answers(others_token)] == ["one"]
    with closing(sqlite3.connect(tmp_path / "new.sqlite")) as rows:
        assert rows.execute("SELECT count(*) FROM class").fetchone() == (2 * STUDENTS,)
