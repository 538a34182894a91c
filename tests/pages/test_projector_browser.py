"""Projector mode, the page's link and what words mean, in a real browser, with the model that the lesson opens."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from visits import asks_nothing, settle, visit

import transformer
from viewer.shared import glossary

pytestmark = pytest.mark.browser

PROJECTOR = (1280, 720)
LONGEST = ("positions", "heads", "residual")  # of the chapters, on paper
# The main picture of each page and what it is steered with.
PICTURES = {
    "translate": ("[data-testid=stSlider]", ".comparison .source", ".comparison .cards"),
    "embedding": (".focus", ".path"),
    "positions": (".focus", ".sum canvas"),
    "projections": (".focus", ".product canvas"),
    "scores": (".focus", ".step-bar", ".step-canvas"),
    "heads": (".focus", ".heads-grid canvas", ".heads-large canvas"),
    "residual": (".focus", ".stream canvas"),
    "output": (".focus", ".shift"),
    "steps": (".player", ".scene .chips", ".bars"),
    "search": ("[data-testid=stSlider]", ".tree"),
    "alignment": (".both-views canvas", ".both-views svg"),
    "learning": (".player", ".learning-scene canvas"),
}
# What does not lie inside the window, and what is not there at all.
OUTSIDE = """(selectors) => {
    const found = [];
    const all = (root, selector) => [...root.querySelectorAll(selector),
        ...[...root.querySelectorAll('*')].flatMap((each) => each.shadowRoot ? all(each.shadowRoot, selector) : [])];
    for (const selector of selectors) {
        const boxes = all(document, selector).map((each) => each.getBoundingClientRect()).filter((box) => box.height);
        if (!boxes.length) found.push(`${selector} is missing`);
        for (const { top, bottom, left, right } of boxes)
            if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth)
                found.push(`${selector} lies at ${left} to ${right}, ${top} to ${bottom}`);
    }
    return found;
}"""


@pytest.fixture(scope="module")
def french(start_server: Callable[..., str]) -> str:
    """The app with the model that writes French."""
    return start_server("en-fr")


def test_a_lesson_goes_from_page_to_page_on_the_projector_and_prints(browser: Any, french: str) -> None:
    with visit(browser, f"{french}/translate?present=1", ".on-projector", size=PROJECTOR) as page:
        for slug in PICTURES:
            while not page.url.split("?")[0].endswith(f"/{slug}"):
                turn_over(page)
            field = [".st-key-sentence input"] if slug != "learning" else []
            assert page.evaluate(OUTSIDE, [*field, *PICTURES[slug]]) == [], slug
            assert page.evaluate("document.querySelector('.stMain').scrollTop") == 0
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20px"
            if slug in LONGEST:
                assert sheets(page) <= 2, slug
        page.keyboard.press("Escape")
        page.wait_for_selector(".stAppHeader", state="visible")
        assert "present" not in page.url


def turn_over(page: Any) -> None:
    """Go to the next page as a presenter's remote control does."""
    before = page.url.split("?")[0]
    page.keyboard.press("PageDown")
    page.wait_for_function("(before) => location.href.split('?')[0] !== before", arg=before)
    page.wait_for_selector(".on-projector")
    page.wait_for_selector("[class*=st-key-page_head] h1")
    settle(page)
    page.wait_for_timeout(100)  # pictures take their new size when the browser has told them of it
    assert "present=1" in page.url


def sheets(page: Any) -> int:
    """How many sheets of A4 the page prints on, out of projector mode."""
    page.keyboard.press("p")
    page.wait_for_selector(".stAppHeader", state="visible")
    settle(page)
    printed = page.pdf(prefer_css_page_size=True)
    page.keyboard.press("p")
    page.wait_for_selector(".stAppHeader", state="hidden")
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_words_and_letters_say_what_they_mean_and_the_link_is_copied(browser: Any, french: str) -> None:
    with visit(browser, f"{french}/scores?sentence=I+love+you.&focus=cross.1.2.1", ".tools", ".equation") as page:
        tip = page.locator(".tip")
        with asks_nothing(page):
            page.locator("[class*=st-key-page_head] a", has_text="softmax").hover()
            tip.wait_for()
            assert tip.inner_text().startswith("softmax: Turns any numbers into weights")
            page.keyboard.press("Escape")
            tip.wait_for(state="hidden")
            page.locator(".matrices .shape").first.hover()
            tip.filter(has_text="tokens of the translation").wait_for()
            read = page.locator(".tokens .chip").count()
            assert f"here {read}" in tip.inner_text().splitlines()[0]
            fold = page.locator(".equation .letters")
            fold.locator("summary").click()
            fold.locator("dt", has_text="d_ff").wait_for()
            told = dict(zip(fold.locator("dt").all_inner_texts(), fold.locator("dd").all_inner_texts(), strict=True))
            config = transformer.load("en-fr").model.config
            assert told["d_k"].endswith(f"here {config.d_k}")
            assert told["V"].endswith(f"here {config.vocabulary_size:,}")
            page.evaluate("navigator.clipboard.writeText = async (text) => { window.kept = text; }")
            page.locator(".copy-link").click()
            page.locator(".tools [role=status]", has_text="copied").wait_for()
            assert page.evaluate("window.kept") == page.url
            assert {"sentence=I+love+you.", "focus=cross.1.2.1"} <= set(page.url.partition("?")[2].split("&"))
        links = page.locator("a[href*='glossary?word=']").evaluate_all("(all) => all.map((each) => each.href)")
        assert len(links) > 3
        assert {link.split("word=")[1] for link in links} <= {word.slug for word in glossary.words()}
        links_to = page.locator("[class*=st-key-page_head] a").first.get_attribute("href")
    with visit(browser, f"{french}/{links_to}", ".entry.here") as page:
        assert page.locator(".entry.here dt").inner_text().lower() in ("query", "softmax")
        page.locator(".search").fill("hypotheses")
        page.locator(".count", has_text=re.compile(r"^[1-9]\d? of ")).wait_for()
        page.locator(".search").fill("xyzzy")
        page.locator(".count", has_text="No word matches").wait_for()
        assert page.locator(".entry:visible").count() == 0
