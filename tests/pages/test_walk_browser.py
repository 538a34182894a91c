"""All chapters of the walk in a real Chromium: links, colours, widths, keyboard, and what is named on the axes."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import parse_qs, quote, urlparse

import pytest
from visits import COUNT_MESSAGES, visit

from viewer.walk.chapters import CHAPTERS

pytestmark = pytest.mark.browser

SLUGS = [chapter.slug for chapter in CHAPTERS]
SENTENCE = "The dog eats bread."
LONG = "The cat drinks water and the dog eats bread. " * 5

SHADOWS = "[...document.querySelectorAll('*')].filter((each) => each.shadowRoot).map((each) => each.shadowRoot)"
IN_WALK = f"{SHADOWS}.map((each) => each.querySelector('.walk')).find((each) => each)"

# Whether the page's background is as light or dark as asked; the app follows the system's scheme in its own time.
HAS_SCHEME = """(scheme) => {
    const [red, green, blue] = getComputedStyle(document.querySelector('.stApp')).backgroundColor.match(/\\d+/g);
    return (+red + +green + +blue < 380) === (scheme === 'dark');
}"""


def chapter_at(browser: Any, address: str, width: int = 1400, scheme: str = "light") -> AbstractContextManager[Any]:
    return visit(browser, address, ".walk .map .here", size=(width, 900), scheme=scheme)


def focus_in_address(page: Any) -> str:
    return parse_qs(urlparse(page.url).query).get("focus", [""])[0]


def sideways(page: Any) -> list[int]:
    return page.evaluate(
        """() => [document.documentElement, document.querySelector('.stMain')].map(
            (each) => each.scrollWidth - each.clientWidth)"""
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_a_link_to_a_chapter_opens_it_in_a_fresh_process(
    browser: Any, start_server: Callable[..., str], slug: str
) -> None:
    address = f"{start_server()}/{slug}?sentence={quote(SENTENCE)}&focus=cross.1.2.3"
    with chapter_at(browser, address) as page:
        title = next(chapter.title for chapter in CHAPTERS if chapter.slug == slug)
        assert page.locator("h1").first.inner_text() == title
        assert page.locator(".st-key-sentence input").input_value() == SENTENCE
        assert page.locator(".map .here").first.get_attribute("data-slug") == slug
        assert page.locator('[data-testid="stSidebarNav"]').count() == 0
        assert focus_in_address(page).startswith("cross.1.2")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_chapter_fits_in_light_and_dark_wide_and_narrow(browser: Any, server: str, slug: str) -> None:
    with chapter_at(browser, f"{server}/{slug}?sentence={quote(SENTENCE)}") as page:
        for width in (1400, 800):
            page.set_viewport_size({"width": width, "height": 900})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.wait_for_function(HAS_SCHEME, arg=scheme)
                page.wait_for_timeout(300)
                assert sideways(page) == [0, 0], (width, scheme)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_long_sentence_stays_inside(browser: Any, server: str, slug: str) -> None:
    with chapter_at(browser, f"{server}/{slug}?sentence={quote(LONG)}", 800) as page:
        page.wait_for_timeout(500)
        assert page.locator(".tokens .chip").count() > 40
        assert sideways(page) == [0, 0]


@pytest.mark.parametrize("slug", SLUGS)
def test_a_change_of_focus_asks_nothing_of_the_server(browser: Any, server: str, slug: str) -> None:
    with chapter_at(browser, f"{server}/{slug}?sentence={quote(SENTENCE)}&focus=cross.0.0.1") as page:
        page.wait_for_timeout(700)
        page.evaluate(COUNT_MESSAGES)
        before = focus_in_address(page)
        page.locator(".tokens .chip[aria-checked=true]").focus()
        page.keyboard.press("ArrowRight")
        assert focus_in_address(page) != before
        for name in ("Attention", "Side", "Layer", "Head"):
            group = page.get_by_role("radiogroup", name=name, exact=True)
            if group.count():
                group.first.locator("[aria-checked=false]").first.click()
        for canvas in page.locator(".walk canvas").all()[:3]:
            if canvas.is_visible():
                canvas.hover()
        page.wait_for_timeout(100)
        assert page.evaluate("window.sent") == 0


@pytest.mark.parametrize("slug", SLUGS)
def test_the_keyboard_reaches_every_control(browser: Any, server: str, slug: str) -> None:
    with chapter_at(browser, f"{server}/{slug}?sentence={quote(SENTENCE)}") as page:
        page.wait_for_timeout(300)
        # Of a group of radio buttons, or of tokens that arrow keys step through, one is enough.
        lost = page.evaluate(
            f"""() => [...{IN_WALK}.querySelectorAll('button, a, input, select, summary, canvas, [onclick]')]
                .filter((each) => each.tabIndex < 0 && !each.disabled)
                .filter((each) => ![...(each.closest('[role=radiogroup], [role=group], [role=grid], [role=listbox], '
                    + '[role=tablist], [role=toolbar], svg')?.querySelectorAll('*') ?? [])]
                    .some((other) => other !== each && other.tabIndex >= 0))
                .map((each) => each.outerHTML.slice(0, 120))"""
        )
        assert lost == []


@pytest.mark.parametrize("slug", ["projections", "scores", "heads"])
@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_rows_are_queries_and_columns_are_keys(browser: Any, server: str, slug: str, kind: str) -> None:
    with chapter_at(browser, f"{server}/{slug}?sentence={quote(SENTENCE)}&focus={kind}.1.1.1") as page:
        page.wait_for_timeout(300)
        source = page.locator(".tokens.encoder .face").all_inner_texts()
        if not source:  # the page shows the decoder's tokens: the encoder's are those of the same sentence
            page.get_by_role("radiogroup", name="Attention").get_by_role("radio").first.click()
            source = page.locator(".tokens.encoder .face").all_inner_texts()
            names = {"decoder": "Decoder masked self-attention", "cross": "Cross-attention"}
            page.get_by_role("radiogroup", name="Attention").get_by_role("radio", name=names[kind]).click()
        read = page.locator(".tokens .face").all_inner_texts()
        pictures = page.evaluate(
            f"""() => [...{IN_WALK}.querySelectorAll('canvas[data-scale=weights]')].filter((each) => each.offsetWidth)
                .map((each) => [each.dataset.rows, each.dataset.columns])"""
        )
        assert pictures
        keys = read if kind == "decoder" else source
        for rows, columns in pictures:
            assert rows == f"query: {' '.join(read)}"
            assert columns == f"key: {' '.join(keys)}"
        if kind == "cross":
            assert read[0] == "<s>"
            assert "<s>" not in source


def test_the_map_leads_everywhere_and_keeps_sentence_and_focus(browser: Any, server: str) -> None:
    with chapter_at(browser, f"{server}/{SLUGS[0]}?sentence={quote(SENTENCE)}&focus=decoder.1.2.1") as page:
        page.wait_for_timeout(500)
        page.evaluate("window.kept = true")
        for slug in SLUGS[1:]:
            page.locator(f".map a[data-slug={slug}][data-kind=decoder]").first.click()
            page.wait_for_url(f"**/{slug}?**")
            page.wait_for_function(f"() => {IN_WALK}?.querySelector('.map .here')?.dataset.slug === '{slug}'")
            assert page.locator(".st-key-sentence input").input_value() == SENTENCE
            assert focus_in_address(page) == "decoder.1.2.1"
        assert page.evaluate("window.kept")  # the app was not loaded again


@pytest.mark.parametrize("slug", SLUGS)
def test_every_block_of_the_map_leads_somewhere(browser: Any, server: str, slug: str) -> None:
    with chapter_at(browser, f"{server}/{slug}?sentence={quote(SENTENCE)}&focus=decoder.1.2.1") as page:
        page.wait_for_timeout(500)
        here = page.locator(f".map a[data-slug={slug}]")
        for block in here.all():
            block.click()  # where we are already: at most another kind of attention
        goal = "embedding" if slug != "embedding" else "scores"
        page.locator(f".map a[data-slug={goal}][data-kind=encoder]").first.click()
        page.wait_for_url(f"**/{goal}?**")
        page.wait_for_function(f"() => {IN_WALK}?.querySelector('.map .here')?.dataset.slug === '{goal}'")
        assert focus_in_address(page).startswith("encoder")


def test_back_and_next_lead_through_the_walk(browser: Any, server: str) -> None:
    with chapter_at(browser, f"{server}/{SLUGS[0]}?sentence={quote(SENTENCE)}") as page:
        for chapter in CHAPTERS[1:]:
            page.locator(".st-key-walk_steps a").last.click()
            page.wait_for_url(f"**/{chapter.slug}?**")
            page.wait_for_function(f"() => {IN_WALK}?.querySelector('.map .here')?.dataset.slug === '{chapter.slug}'")
        page.locator(".st-key-walk_steps a").first.click()
        page.wait_for_url(f"**/{SLUGS[-2]}?**")
        assert page.locator(".st-key-sentence input").input_value() == SENTENCE


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("cross.99.99.999", r"cross\.1\.3\.\d+"),
        ("nonsense", r"\w+\.0\.0\.\d+|\w+\.\d\.mean\.\d+"),
        ("encoder.-1.x.2", r"\w+\.\d\.\w+\.\d+"),
        ("<script>.1.1.1", r"\w+\.\d\.\w+\.\d+"),
    ],
)
def test_a_focus_that_cannot_be_becomes_the_nearest_that_can(
    browser: Any, server: str, written: str, read: str
) -> None:
    with chapter_at(browser, f"{server}/scores?sentence={quote(SENTENCE)}&focus={quote(written)}") as page:
        assert re.fullmatch(read, focus_in_address(page))


def test_a_new_sentence_is_drawn_and_hostile_text_is_text(browser: Any, server: str) -> None:
    with chapter_at(browser, f"{server}/scores") as page:
        field = page.locator(".st-key-sentence input")
        field.fill("<img/src=x onerror=window.broken=1> <b>bold</b>")
        page.keyboard.press("Enter")
        page.wait_for_function(f"() => {IN_WALK}?.querySelector('.code code')?.textContent.includes('onerror')")
        assert page.evaluate("window.broken") is None
        assert page.locator(".walk b:text-is('bold')").count() == 0
        field.fill("")
        page.keyboard.press("Enter")
        page.get_by_text("Type an English sentence above").wait_for()
