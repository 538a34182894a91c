"""All chapters of the walk in a real Chromium: links, long sentences, keyboard, and what is named on the axes."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import quote

import pytest
from visits import (
    asks_nothing,
    eventually,
    expect,
    expect_address,
    expect_page,
    expect_url,
    in_address,
    settle,
    sideways,
    type_sentence,
    visit,
)

from pages import PAGES

pytestmark = pytest.mark.browser

SLUGS = [page.address for page in PAGES if page.group == "Walk through"]
# With the kind of attention that its link names, if it shows weights.
OPENED = {"scores": "decoder", "heads": "cross"}
NAMES = {"encoder": "Encoder self-attention", "decoder": "Decoder masked self-attention", "cross": "Cross-attention"}
SENTENCE = "The dog eats bread."
LONG = "The cat drinks water and the dog eats bread, " * 5

WALK = ".walk:not(.tools, .typed)"


def chapter_at(browser: Any, address: str, width: int = 1400, height: int = 900) -> AbstractContextManager[Any]:
    return visit(browser, address, ".walk .map .here", size=(width, height))


@pytest.fixture(scope="module", params=SLUGS)
def slug(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def chapter(browser: Any, server: str, slug: str) -> Iterator[Any]:
    """A chapter that a link has opened; several tests share the visit."""
    address = f"{server}/{slug}?sentence={quote(SENTENCE)}&focus={OPENED.get(slug, 'cross')}.1.2.3"
    with chapter_at(browser, address) as page:
        yield page


def test_the_keyboard_reaches_every_control(chapter: Any) -> None:
    settle(chapter)
    # Of a group of radio buttons, or of tokens that arrow keys step through, one is enough.
    lost = chapter.locator(WALK).first.evaluate(
        """(walk) => [...walk.querySelectorAll('button, a, input, select, summary, canvas, [onclick]')]
            .filter((each) => each.tabIndex < 0 && !each.disabled)
            .filter((each) => ![...(each.closest('[role=radiogroup], [role=group], [role=grid], [role=listbox], '
                + '[role=tablist], [role=toolbar], svg')?.querySelectorAll('*') ?? [])]
                .some((other) => other !== each && other.tabIndex >= 0))
            .map((each) => each.outerHTML.slice(0, 120))"""
    )
    assert lost == []


def test_rows_are_queries_and_columns_are_keys(chapter: Any, slug: str) -> None:
    if slug not in OPENED:
        return
    opened = OPENED[slug]
    chapter.set_viewport_size({"width": 1400, "height": 6000})  # all pictures are near, and drawn

    def choose(kind: str) -> None:
        chapter.get_by_role("radiogroup", name="Attention").get_by_role("radio", name=NAMES[kind]).click()

    for kind in (opened, *(each for each in NAMES if each != opened)):
        if kind != opened:
            choose(kind)
        settle(chapter)
        read = chapter.locator(".tokens .face").all_inner_texts()
        pictures = (
            chapter.locator(WALK)
            .first.locator("canvas[data-scale=weights]")
            .evaluate_all(
                "(all) => all.filter((each) => each.offsetWidth).map(({ dataset }) => [dataset.rows, dataset.columns])"
            )
        )
        assert pictures
        if kind != "encoder":  # the page shows the decoder's tokens: the encoder's are those of the same sentence
            choose("encoder")
            settle(chapter)
        source = chapter.locator(".tokens.encoder .face").all_inner_texts()
        keys = read if kind == "decoder" else source
        for rows, columns in pictures:
            # In cross-attention the page names each query by what it writes, and so do the pictures.
            name = "query (writes)" if kind == "cross" else "query"
            assert rows == f"{name}: {' '.join(read)}"
            assert columns == f"key: {' '.join(keys)}"
        if kind == "cross":
            assert read[-1] == "</s>"
            assert "<s>" not in read + source
    chapter.set_viewport_size({"width": 1400, "height": 900})


def test_a_change_of_focus_asks_nothing_of_the_server(chapter: Any) -> None:
    with asks_nothing(chapter):
        settle(chapter)
        before = in_address(chapter, "focus")
        chapter.locator(".tokens .chip[aria-checked=true]").focus()
        chapter.keyboard.press("ArrowRight")
        chapter.wait_for_function("(before) => !location.search.includes(`focus=${before}`)", arg=before)
        for name in ("Attention", "Side", "Layer", "Head"):
            group = chapter.get_by_role("radiogroup", name=name, exact=True)
            settle(chapter)
            if group.count():
                group.first.locator("[aria-checked=false]").first.click()
        settle(chapter)
        for canvas in chapter.locator(".walk canvas").all()[:3]:
            settle(chapter)
            if canvas.is_visible():
                canvas.hover()


def test_a_long_sentence_stays_inside(chapter: Any) -> None:
    chapter.set_viewport_size({"width": 800, "height": 900})
    type_sentence(chapter, LONG)  # the last of the visit: the sentence stays
    eventually(chapter, lambda: chapter.locator(".tokens .chip").count() > 40)
    settle(chapter)
    assert sideways(chapter) == [0, 0]


def wait_for_arrival(page: Any, slug: str) -> None:
    expect_page(page, slug)
    expect(page.locator(".map .here").first).to_have_attribute("data-slug", slug)
    expect(page.locator(".st-key-sentence input")).to_have_value(SENTENCE)


def test_the_map_and_the_links_at_the_end_lead_through_the_walk(browser: Any, server: str) -> None:
    with chapter_at(browser, f"{server}/{SLUGS[0]}?sentence={quote(SENTENCE)}&focus=decoder.1.2.1") as page:
        page.evaluate("window.kept = true")
        for slug in SLUGS[1:]:
            page.locator(f".map a[data-slug={slug}][data-kind=decoder]").first.click()
            wait_for_arrival(page, slug)
            expect_address(page, focus="decoder.1.2.1")
        for at, slug in (("first", SLUGS[-2]), ("first", SLUGS[-3]), ("last", SLUGS[-2])):
            getattr(page.locator(".st-key-walk_steps a"), at).click()
            wait_for_arrival(page, slug)
        settle(page)
        assert page.evaluate("window.kept")  # the app was not loaded again


def test_a_strange_focus_becomes_the_nearest_and_strange_text_is_text(browser: Any, server: str) -> None:
    address = f"{server}/scores?sentence={quote(SENTENCE)}&focus="
    with chapter_at(browser, f"{address}cross.99.99.999") as page:
        assert re.fullmatch(r"cross\.1\.3\.\d+", in_address(page, "focus"))
        page.goto(address + quote("<script>.-1.x.2"))
        expect_url(page, r"focus=\w+\.\d\.(\d|mean)\.\d+(&|$)")
        field = page.locator(".st-key-sentence input")
        field.fill("<img/src=x onerror=window.broken=1> <b>bold</b>")
        field.press("Enter")
        expect(page.locator(".code code").first).to_contain_text("onerror")
        settle(page)
        assert page.evaluate("window.broken") is None
        assert page.locator(".walk b:text-is('bold')").count() == 0
        field.fill("")
        field.press("Enter")
        page.get_by_text("Type an English sentence above").wait_for()


def test_the_models_matrices_are_fetched_once_for_all_loads(fresh: Any, server: str) -> None:
    with chapter_at(fresh, f"{server}/heads?sentence={quote(SENTENCE)}") as page:
        page.wait_for_function("async () => (await (await caches.open('glassformer-constants')).keys()).length > 0")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.reload()
        page.wait_for_selector(".heads-grid canvas")
        settle(page)
        assert [each for each in asked if each.endswith(".safetensors")] == []
