"""Projector mode, the page's link and what words mean, in a real browser, with the model that the lesson opens."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from visits import address_of, asks_nothing, eventually, expect, expect_address, expect_page, settle, visit

from viewer.widgets import glossary

pytestmark = pytest.mark.browser

PROJECTOR = (1280, 720)
SENTENCE = "The two old women are reading a book."
# The main picture of a page and what it is steered with: those pages that leave least of the window free.
PICTURES = {
    "scores": (".focus", "svg.sheet-level"),
    "heads": (".focus", "svg.sheet-level"),
    "steps": (".player", ".scene .chips", ".candidates"),
    "translate": ("svg.sheet-level", ".foot .player"),  # the age’s slider lies below
}
# What does not lie inside the window, and what is not there at all.
OUTSIDE = """(all) => {
    const boxes = all.map((each) => each.getBoundingClientRect()).filter((box) => box.height);
    const isOutside = ({ top, bottom, left, right }) =>
        top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
    return boxes.length ? boxes.filter(isOutside).map((box) => JSON.stringify(box)) : ['nothing is there'];
}"""
# A page gets longer, at its end or before all else.
GROW = """(where) => document.querySelector('.stMain > div')[where](Object.assign(document.createElement('div'),
    { style: 'flex: 0 0 900px; height: 900px; overflow-anchor: none' }))"""


@pytest.fixture(scope="module")
def scores(browser: Any, server: str) -> Iterator[Any]:
    """A chapter with the model that the lesson opens; the tests share the visit."""
    address = f"{server}/scores?model=en-fr&sentence={quote(SENTENCE)}&focus=cross.1.2.1"
    with visit(browser, address, ".tools", ".equation") as page:
        yield page


def test_words_and_letters_say_what_they_mean_and_the_link_is_copied(scores: Any) -> None:
    page = scores
    tip = page.locator(".tip")
    with asks_nothing(page):
        page.locator("[class*=st-key-page_head] a", has_text="softmax").hover()
        expect(tip).to_have_text(re.compile("^softmax: Turns any numbers into shares"))
        page.keyboard.press("Escape")
        expect(tip).to_be_hidden()
        shape = page.locator(".matrices .shape").first
        shape.scroll_into_view_if_needed()
        settle(page)
        page.locator(".matrices canvas").first.hover()  # from one thing of a picture to another
        shape.hover()
        tip.filter(has_text="tokens of the translation").wait_for()
        settle(page)
        read = page.locator(".tokens .chip").count()
        assert f"here {read}" in tip.inner_text().splitlines()[0]
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.kept = text; }")
        page.locator(".copy-link").click()
        page.locator(".tools [role=status]", has_text="copied").wait_for()
        settle(page)
        assert page.evaluate("window.kept") == address_of(page)
        expect_address(page, sentence=SENTENCE, focus="cross.1.2.1")
    links = page.locator("a[href*='glossary?word=']").evaluate_all("(all) => all.map((each) => each.href)")
    assert len(links) > 3
    assert {link.split("word=")[1] for link in links} <= {word.slug for word in glossary.words()}


def test_a_lesson_goes_from_page_to_page_on_the_projector_and_prints(scores: Any) -> None:
    page = scores
    page.set_viewport_size({"width": PROJECTOR[0], "height": PROJECTOR[1]})
    page.keyboard.press("p")
    for slug, pictures in PICTURES.items():
        if slug == "heads":
            page.keyboard.press("PageDown")  # as a presenter's remote control does
        elif slug != "scores":
            page.goto(re.sub(r"/\w+\?", f"/{slug}?", address_of(page)))  # as a lesson's link
        expect_page(page, slug)
        present(page)
        for selector in (".st-key-sentence input", *pictures):  # they take their size when the browser has told of it
            eventually(page, lambda name=selector: page.locator(name).evaluate_all(OUTSIDE), [])
        assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
        if slug == "heads":  # the longest chapter on paper
            page.keyboard.press("p")
            expect(page.locator(".stAppHeader")).to_be_visible()
            settle(page)
            printed = page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2
            page.keyboard.press("p")
            present(page)
    page.keyboard.press("Escape")
    expect(page.locator(".stAppHeader")).to_be_visible()
    expect_address(page, present=None)


def present(page: Any) -> None:
    """Wait until the page stands on the projector."""
    page.wait_for_selector(".on-projector")
    page.wait_for_selector(".stAppHeader", state="hidden")
    page.wait_for_selector("[class*=st-key-page_head] h1")
    expect_address(page, present="1")
    settle(page)


def test_the_glossary_and_the_questions_are_searched_and_a_link_stays_at_its_place(scores: Any, server: str) -> None:
    page = scores
    page.goto(f"{server}/glossary?word=softmax")
    expect(page.locator(".entry.here dt")).to_have_text("softmax", ignore_case=True)
    page.locator(".search").fill("hypotheses")
    page.locator(".count", has_text=re.compile(r"^[1-9]\d? of ")).wait_for()
    page.locator(".search").fill("xyzzy")
    page.locator(".count", has_text=re.compile("^0 of")).wait_for()
    expect(page.locator(".entry:visible")).to_have_count(0)
    page.locator(".search").fill("qkv")
    page.goto(f"{server}/{page.locator('.asked a:visible').get_attribute('href')}")
    expect(page.locator("details[open]")).to_have_attribute("id", "qkv")
    page.locator(".search").fill("teacher forcing")
    page.clock.install()
    page.goto(page.locator("details:visible a").evaluate("(link) => link.href"))
    place = page.locator("summary", has_text="cannot run in parallel")
    expect(place).to_be_in_viewport()
    assert place.evaluate("(place) => place.getAnimations().length") == 1  # it is marked
    settle(page)
    for where in ("append", "prepend"):
        page.clock.run_for(5_000)
        page.evaluate(GROW, where)
        eventually(page, lambda: 60 < place.bounding_box()["y"] < 130)
    page.mouse.move(700, 600)
    page.mouse.wheel(0, -400)
    eventually(page, lambda: place.bounding_box()["y"] > 400)
    page.evaluate(GROW, "append")
    page.clock.run_for(5_000)
    assert place.bounding_box()["y"] > 400
