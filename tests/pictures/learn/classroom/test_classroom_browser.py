"""A class and a lesson in a real browser: answers reach the teacher's bars, links scroll, keys go from part to part."""

import re
from contextlib import ExitStack
from typing import Any
from urllib.parse import urljoin

import pytest
from visits import expect, expect_address, settle, visit

from viewer.app import state
from viewer.pictures.learn.teach.plan import PLANS, on_projector
from viewer.pictures.learn.teach.worksheet import render_page, worksheet

pytestmark = pytest.mark.browser

PROJECTOR = (1280, 720)
LONG = "Wherever we wander, Wednesday's weather was worse: " + "W" * 400
KEPT = """() => Object.fromEntries([sessionStorage, localStorage].flatMap((each) => Object.entries(each))
    .filter(([name]) => name.startsWith("glassformer.")).map(([name, text]) => [name.slice(12), text]))"""


def test_answers_on_a_phone_become_bars_of_the_teacher(browser: Any, fresh: Any, server: str) -> None:
    with visit(browser, f"{server}/teach", ".part") as teacher, visit(fresh, "about:blank", size=(390, 844)) as student:
        teacher.bring_to_front()
        teacher.get_by_role("button", name="Set up a class").click()
        teacher.locator("[class*=st-key-setup_stops] button").first.click()
        teacher.get_by_role("button", name="Open the class").click()
        code = teacher.locator(".invitation .code")
        expect(code).to_have_text(re.compile(r"^[A-Z0-9]{3} [A-Z0-9]{3}$"))
        expect(teacher.locator(".invitation .warning")).to_contain_text("make serve ADDRESS=0.0.0.0")
        expect(teacher.locator(".came")).to_contain_text("0 students are in. Answers appear here")

        settle(teacher)
        student.goto(f"{server}/classroom?code={code.inner_text().replace(' ', '')}")
        student.get_by_label("Nickname, if you like").fill("<b>Ada</b>")
        student.get_by_role("button", name="Join", exact=True).last.click()
        expect(student.get_by_text("<b>Ada</b>")).to_be_visible()
        expect(teacher.locator(".came")).to_contain_text("1 student is in.")
        cards = student.locator("[class*=st-key-exercise_]")
        cards.locator("[role=radiogroup] label").first.click()  # some are answered with other buttons
        expect(cards.get_by_text(re.compile("^(Right|Not “)"))).to_be_visible()

        expect(teacher.locator(".bars li")).to_have_count(1)
        expect(teacher.locator(".bars li .count")).to_have_text(re.compile("^(1 right, 0 wrong|0 right, 1 wrong)$"))
        student.reload()  # the tab knows its class, and nobody is counted twice
        expect(student.get_by_text("<b>Ada</b>")).to_be_visible()
        teacher.reload()
        expect(teacher.locator(".bars li")).to_have_count(1)
        expect(teacher.locator(".came")).to_contain_text("1 student is in.")

        student.get_by_role("link", name="Take the tour: stop 1").click()
        student.locator(".tour-card .guess-options button").first.click()
        expect(teacher.locator(".bars li")).to_have_count(2)
        expect(teacher.locator(".bars li .name").first).to_have_text("Stop 1")

        student.goto(f"{server}/steps?depth=prove&prefix=Le&sentence=I+love+you.")
        expect(student.get_by_label("Start the translation with")).to_have_value("Le")
        student.goto(f"{server}/classroom")
        student.get_by_role("button", name="Leave").click()  # and the next one sits down at the same computer
        nickname = student.get_by_label("Nickname, if you like")
        expect(nickname).to_have_value("")
        expect(student).to_have_url(f"{server}/classroom")
        settle(student)
        assert student.evaluate(KEPT) == {"answers": '{"class_student":"-"}'}
        student.get_by_role("textbox", name="Class code").fill(code.inner_text().replace(" ", "–").lower())
        nickname.fill("Bob")
        student.get_by_role("button", name="Join", exact=True).last.click()
        expect(student.get_by_text("\u2068Bob\u2069")).to_be_visible()
        expect(student.get_by_text(re.compile("^0 of . answered"))).to_be_visible()
        student.get_by_role("link", name="Take the tour: stop 1").click()
        expect(student.locator(".tour-card .guess-options button").first).to_be_enabled()
        expect_address(student, prefix=None)
        expect(teacher.locator(".came")).to_contain_text("2 students are in.")
        expect(teacher.locator(".bars li .count").first).to_have_text(
            re.compile("^(1 right, 0 wrong|0 right, 1 wrong)$")
        )
        settle(student)

        teacher.get_by_role("button", name="Close the class").click()
        teacher.get_by_role("button", name="Close and delete").click()
        expect(teacher.get_by_role("button", name="Set up a class")).to_be_visible()
        settle(teacher)


def test_three_phones_vote_and_the_teacher_sees_the_bars_before_the_step(browser: Any, fresh: Any, server: str) -> None:
    with ExitStack() as stack:
        teacher = stack.enter_context(visit(browser, f"{server}/teach", ".part", size=PROJECTOR))
        teacher.get_by_role("button", name="Set up a class").click()
        teacher.get_by_text("Votes on the case").click()
        teacher.get_by_role("button", name="Open the class").click()
        code = teacher.locator(".invitation .code").inner_text()
        teacher.get_by_role("button", name="Project the case").click()
        for option in (0, 1, 1):
            phone = stack.enter_context(visit(fresh, f"{server}/classroom?code={code}", size=(390, 844)))
            phone.get_by_role("button", name="Join", exact=True).last.click()
            phone.get_by_role("button", name="Vote on the case").click()
            phone.locator(".case-doing button").nth(option).click()
            expect(phone.locator(".case-aside")).to_contain_text("Your teacher has your vote")
            settle(phone)
        teacher.bring_to_front()
        expect(teacher.locator(".bars .name")).to_have_text(["It looks at “door”", "It looks at “the”"])
        expect(teacher.locator(".bars .count")).to_have_text(["2", "1"])
        teacher.locator(".case-steps .onward").click()
        expect(teacher.locator(".case-said")).to_contain_text("On average")
        settle(teacher)


def test_a_presenters_keys_go_from_part_to_part_and_back_to_the_plan(browser: Any, server: str) -> None:
    with visit(browser, urljoin(server, on_projector("45", 2) or ""), ".on-projector", size=PROJECTOR) as page:
        expect_address(page, lesson_part="45.3", present="1")
        page.keyboard.press("PageUp")
        expect(page).to_have_url(re.compile(rf"/{PLANS['45'][1].page}\?.*lesson_part=45\.2"))
        page.wait_for_selector(".on-projector")
        settle(page)
        page.keyboard.press("PageDown")
        expect_address(page, lesson_part="45.3")
        page.wait_for_selector(".on-projector")
        settle(page)
        page.locator(".on-projector .next").click()
        expect_address(page, lesson_part="45.4", sentence=PLANS["45"][3].sentence)
        page.wait_for_selector(".on-projector")
        settle(page)
        expect(page.locator(".on-projector .next")).to_be_disabled()
        page.get_by_role("link", name="Back to the plan").click()
        expect_address(page, plan="45", lesson_part=None)
        expect(page.locator(".part")).to_have_count(len(PLANS["45"]))


@pytest.mark.parametrize("sentence", [state.DEFAULT_SENTENCE, LONG])
def test_a_worksheet_and_its_key_are_one_sheet_each(browser: Any, sentence: str) -> None:
    with visit(browser, "about:blank") as page:
        for name in ("en-fr", "en-de"):
            for key in (False, True):
                page.set_content(render_page(worksheet(name, sentence), key))
                sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
                assert len(sheets) == 1
