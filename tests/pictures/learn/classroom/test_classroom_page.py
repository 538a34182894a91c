"""A class on its pages: the teacher opens it, students join and answer, the answers arrive, are saved and deleted."""

from datetime import datetime
from pathlib import Path

import pytest
from app_tests import facts, open_page, plain_text
from streamlit.testing.v1 import AppTest

from viewer.app import state
from viewer.pictures.learn.classroom import member, teacher
from viewer.pictures.learn.classroom.questions import all_titles, exercises_about
from viewer.pictures.learn.classroom.store import VARIABLE, ClassWork, Store, store
from viewer.transport.payload import unpack

MARKUP = "<img/src=x> *a* $b$ the dog"
SENTENCES = ("The cat drinks water.", MARKUP)
STUDENTS = 3


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "classes.sqlite"))
    return store()


@pytest.fixture
def lesson(app_folder: Path) -> ClassWork:
    return ClassWork(SENTENCES, ("pieces", "reads", "mask"), (2,), "understand", app_folder.name)


def button(app: AppTest, label: str) -> None:
    next(each for each in app.button if each.label == label).click().run()
    assert not app.exception


def join_class(code: str, nickname: str) -> AppTest:
    app = open_page("classroom", code=code)
    app.text_input(key="join_nickname").set_value(nickname)
    button(app, "Join")
    return app


@pytest.mark.slow
def test_a_teacher_opens_a_class_of_thirty_and_closes_it(kept: Store) -> None:
    app = open_page("teach")
    button(app, "Set up a class")
    app.text_area[0].set_value("\n".join(["", *SENTENCES, "The cat drinks water."]))
    app.multiselect[0].set_value(["reads", "pieces"])
    button(app, "Open the class")
    token = app.session_state[member.TEACHER]
    code, found = kept.find_lesson(token) or pytest.fail("no class")
    assert (found.sentences, set(found.exercises), found.stops) == (SENTENCES, {"reads", "pieces"}, ())
    assert token not in str(dict(app.query_params))
    for number in range(30):
        kept.answer(kept.join(code, f"{number}", f"phone {number}"), "0.pieces", "9", number < 20)
    app.run()
    assert not app.exception
    assert app.selectbox(key=f"worksheet_sentence_{code}").options == list(SENTENCES)
    button(app, "Close and delete")
    assert kept.find_lesson(token) is None
    assert kept.answers(token) == []
    assert any(each.label == "Set up a class" for each in app.button)


@pytest.mark.parametrize(
    ("sentences", "exercises", "complaint"),
    [
        (" \n ", ["pieces"], "needs a sentence"),
        ("The cat drinks water.", [], "needs a question"),
        ("\n".join(f"The cat drinks {number}." for number in range(13)), ["pieces"], "13"),
        ("The cat drinks water. " * 20, ["pieces"], "300"),
    ],
)
def test_a_class_without_anything_to_do_is_not_opened(sentences: str, exercises: list[str], complaint: str) -> None:
    app = open_page("teach")
    button(app, "Set up a class")
    app.text_area[0].set_value(sentences)
    app.multiselect[0].set_value(exercises)
    button(app, "Open the class")
    assert complaint in app.warning[0].value
    assert member.TEACHER not in app.session_state


@pytest.mark.slow
def test_students_see_their_class_and_the_teacher_their_answers(
    kept: Store, lesson: ClassWork, app_folder: Path
) -> None:
    code, token = kept.open(lesson)
    _, others_token = kept.open(ClassWork(("A dog.",), ("pieces",), (), "look", app_folder.name))
    made = {each.slug: each for each in exercises_about(lesson, str(app_folder), SENTENCES[0])}
    assert list(made) == ["pieces", "reads", "mask"]
    for number in range(STUDENTS):
        app = join_class(code.lower(), f"student {number} {MARKUP}"[:24])
        assert [each.value.partition(". ")[2] for each in app.subheader] == [each.title for each in made.values()]
        assert len(app.radio[0].options) == len(SENTENCES)
        right = made["pieces"].solution
        wrong = next(each for each in made["pieces"].options if each != right)
        app.radio[1].set_value(wrong if number == 0 else right).run()
        assert not app.exception
        assert "1 of 3 answered" in app.get("progress")[0].proto.text  # type: ignore[attr-defined]
    button(app, "Show the answer")
    found = [(each.student, each.question, each.written, each.right) for each in kept.answers(token)]
    assert found == [
        (1, "0.pieces", wrong, False),
        (2, "0.pieces", right, True),
        (3, "0.pieces", right, True),
        (3, "0.reads", "(looked it up)", False),
    ]
    assert len(kept.students(token)) == STUDENTS
    assert kept.answers(others_token) == []
    app.radio[0].set_value(1).run()
    assert not app.exception
    app.radio[1].set_value(plain_text(app.radio[1].options[0])).run()
    assert kept.answers(token)[-1].question == "1.pieces"
    button(app, "Leave")
    assert any(each.label == "Join" for each in app.button)
    assert app.session_state[member.STUDENT] == member.OVER


def read_progress(app: AppTest) -> str:
    """What the class's page says of how many questions are answered."""
    return app.get("progress")[0].proto.text  # type: ignore[attr-defined, no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize("leaves", [True, False])
def test_the_next_student_in_a_tab_has_nothing_of_the_one_before(kept: Store, lesson: ClassWork, leaves: bool) -> None:
    code, token = kept.open(lesson)
    other, others_token = kept.open(lesson)
    app = join_class(code, "Ada")
    app.radio[1].set_value(plain_text(app.radio[1].options[0])).run()
    app.session_state["settings"] = {"prefix": "Le chat"}
    app.session_state[member.TEACHER] = token  # a teacher who tries out what students see
    assert "1 of 3" in read_progress(app)
    if leaves:
        button(app, "Leave")
        assert app.session_state[member.STUDENT] == member.OVER
        assert app.text_input(key="join_nickname").value == ""
    else:
        app.query_params[member.CODE] = other
        app.run()
    app.text_input(key="join_code").set_value(other)
    app.text_input(key="join_nickname").set_value("Bob")
    button(app, "Join")
    assert "0 of 3" in read_progress(app)
    assert app.session_state[member.TEACHER] == token
    assert "prefix" not in app.session_state["settings"]
    assert [each.nickname for each in kept.answers(token)] == ["Ada"]
    assert kept.answers(others_token) == []


@pytest.mark.slow
def test_a_student_comes_back_on_another_phone(kept: Store, lesson: ClassWork) -> None:
    code, token = kept.open(lesson)
    app = join_class(code, "עדה")
    app.radio[1].set_value(plain_text(app.radio[1].options[0])).run()
    button(app, "Show the answer")
    given = kept.answers(token)
    (student,) = kept.students(token)
    assert any(student.way_back == each.value[-11:].replace(" ", "") for each in app.caption)
    kept.lock(token, True)
    phone = open_page("classroom", code=code)
    phone.text_input(key="join_code").set_value(student.way_back.lower())
    button(phone, "Join")
    assert "2 of 3" in read_progress(phone)
    phone.run()
    assert kept.answers(token) == given  # nothing is sent anew
    app.run()
    assert "on another device" in app.info[0].value
    button(app, "Forget my answers")
    assert not app.info


def test_a_class_whose_model_is_gone_is_saved_and_closed(kept: Store) -> None:
    lesson = ClassWork(SENTENCES, ("pieces",), (), "understand", "gone")
    code, token = kept.open(lesson)
    kept.answer(kept.join(code, "Ada"), "0.pieces", "9", True)
    app = open_page("teach", mine=token)
    assert "“gone”" in plain_text(app.warning[0].value)
    assert [each["file"] for each in facts(app) if "file" in each] == [f"class-{code}.csv"]
    button(app, "Close and delete")
    assert kept.find_lesson(token) is None


@pytest.mark.slow
def test_a_class_that_is_not_there_is_said_so(kept: Store, lesson: ClassWork) -> None:
    app = open_page("classroom", code="NOSUCH")
    assert "NOS UCH" in plain_text(app.warning[0].value)
    app.text_input(key="join_code").set_value("<b>x</b>")
    button(app, "Join")
    assert app.warning
    code, token = kept.open(lesson)
    app = join_class(code, "")
    kept.close(token)
    app.query_params.clear()
    app.run()
    assert not app.exception
    assert app.info


def test_the_teachers_own_link_leaves_the_address_at_once(kept: Store, lesson: ClassWork) -> None:
    code, token = kept.open(lesson)
    app = open_page("teach", mine=token)
    assert "mine" not in app.query_params
    assert app.session_state[member.TEACHER] == token
    assert kept.find_lesson(token) == (code, lesson)
    stranger = open_page("teach", mine=code)
    assert any(each.label == "Set up a class" for each in stranger.button)


def test_the_tour_reports_its_answers(kept: Store, lesson: ClassWork, monkeypatch: pytest.MonkeyPatch) -> None:
    session: dict[str, str] = {}
    monkeypatch.setattr(member.st, "session_state", session)
    member.report_answer("tour.2", "dog", True)  # in no class
    code, token = kept.open(lesson)
    member.join(code, "Ada")
    member.report_answer("tour.2", "dog", True)
    member.report_answer("tour.3", "dog", True)  # not asked of this class
    found = member.current_member()
    assert (found.code, found.nickname, found.lesson) == (code, "Ada", lesson)
    assert [(each.question, each.written) for each in kept.answers(token)] == [("tour.2", "dog")]
    member.leave()
    member.report_answer("tour.2", "cat", True)
    assert member.current_member() is None
    assert [each.written for each in kept.answers(token)] == ["dog"]


def test_bars_and_the_table_say_what_came(kept, lesson, app_folder, monkeypatch) -> None:
    code, token = kept.open(lesson)
    monkeypatch.setattr(teacher.st, "session_state", {member.TEACHER: token})
    titles = all_titles(str(app_folder), SENTENCES[0])
    assert unpack(teacher.results(lesson, titles).pack()).facts == {"students": 0, "open": 7, "groups": []}
    for number, said in enumerate(["=1+1", "=1+1", "−2", "-2", "9"]):
        student = kept.join(code, "@SUM(A1)" if number == 0 else "+x")
        kept.answer(student, "1.mask", said, said == "9")
        kept.answer(student, "tour.2", MARKUP, True)
    facts = unpack(teacher.results(lesson, titles).pack()).facts
    assert (facts["students"], facts["open"]) == (5, 5)
    assert facts["groups"] == [
        {"about": "The tour", "bars": [{"name": "Stop 2", "right": 5, "wrong": 0, "slip": ""}]},
        {"about": MARKUP, "bars": [{"name": titles["mask"], "right": 1, "wrong": 4, "slip": "=1+1"}]},
    ]
    head, *rows = teacher.answers_table(lesson, titles)
    assert head == ["student", "nickname", "about", "question", "answer", "right", "time"]
    assert rows[0][:6] == [1, "@SUM(A1)", MARKUP, titles["mask"], "=1+1", "no"]
    assert {row[1] for row in rows[2:]} == {"+x"}
    assert all(datetime.fromisoformat(str(row[6])).utcoffset() is not None for row in rows)
    assert {row[4] for row in rows} == {"=1+1", "−2", "-2", "9", MARKUP}


def test_the_teacher_locks_the_door_and_removes_students(kept: Store, lesson: ClassWork) -> None:
    code, token = kept.open(lesson)
    for name in ("Ada", "x", "Bob"):
        kept.join(code, name)
    app = open_page("teach", mine=token)
    app.toggle(key="door_open").set_value(False).run()
    assert kept.is_locked(token)
    chosen = app.multiselect(key="students_chosen")
    assert [each.split(" · ")[:2] for each in chosen.options] == [
        [str(at), f"\u2068{name}\u2069"] for at, name in enumerate(("Ada", "x", "Bob"), start=1)
    ]
    chosen.set_value([2]).run()
    assert kept.students(token)[1].way_back in "".join(each.value for each in app.markdown).replace(" ", "")
    button(app, "Remove them, with their answers")
    assert [each.nickname for each in kept.students(token)] == ["Ada", "Bob"]
    assert app.multiselect(key="students_chosen").value == []
    app.multiselect(key="students_chosen").set_value([3]).run()
    kept.remove(token, [3])  # in another tab
    app.run()
    assert not app.exception
    assert app.multiselect(key="students_chosen").value == []


def test_what_the_class_is_given_leads_to_it(kept: Store, lesson: ClassWork, monkeypatch: pytest.MonkeyPatch) -> None:
    code, token = kept.open(lesson)
    monkeypatch.setattr(teacher.st, "session_state", {member.TEACHER: token})
    monkeypatch.setattr(type(teacher.st.context), "url", "http://192.168.1.20:8501/teach")
    facts = unpack(teacher.invitation(code).pack()).facts
    assert facts["link"] == f"http://192.168.1.20:8501/classroom?code={code}"
    assert facts["code"].replace(" ", "") == code
    assert (facts["warning"], facts["hint"]) == ("", "")
    assert len({len(facts["rows"]), *map(len, facts["rows"])}) == 1
    assert set("".join(facts["rows"])) == {"0", "1"}
    assert token not in facts["link"]
    assert state.MODEL not in facts["link"]
