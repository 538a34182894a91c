"""All chapters of the walk in a real Chromium: links, long sentences, keyboard, and what is named on the axes."""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, eventually, expect, expect_address, expect_page, in_address, settle, sideways, visit

from pages import PAGES

pytestmark = pytest.mark.browser

TITLES = {page.address: page.title for page in PAGES if page.group == "Walk through"}
SLUGS = list(TITLES)
# With the kind of attention that its link names, if it shows weights.
OPENED = {"projections": "encoder", "scores": "decoder", "heads": "cross"}
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


def test_a_link_to_a_chapter_opens_it(chapter: Any, slug: str) -> None:
    expect(chapter.locator("h1").first).to_have_text(TITLES[slug])
    expect(chapter.locator(".st-key-sentence input")).to_have_value(SENTENCE)
    expect(chapter.locator(".map .here").first).to_have_attribute("data-slug", slug)
    expect(chapter.locator('[data-testid="stSidebarNav"]')).to_have_count(0)
    expect(chapter).to_have_url(re.compile(rf"focus={OPENED.get(slug, 'cross')}\.1\.2"))


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
    field = chapter.locator(".st-key-sentence input")
    for sentence in (LONG, SENTENCE):
        field.fill(sentence)
        field.press("Enter")
        eventually(chapter, lambda long=sentence == LONG: (chapter.locator(".tokens .chip").count() > 40) == long)
        settle(chapter)
        assert sideways(chapter) == [0, 0]
    chapter.set_viewport_size({"width": 1400, "height": 900})


def test_every_block_of_the_map_leads_somewhere(chapter: Any, slug: str) -> None:
    settle(chapter)
    for block in chapter.locator(f".map a[data-slug={slug}]").all():
        block.click()  # where we are already: at most another kind of attention
    goal = "embedding" if slug != "embedding" else "scores"
    chapter.locator(f".map a[data-slug={goal}][data-kind=encoder]").first.click()
    expect_page(chapter, goal)
    expect(chapter.locator(".map .here").first).to_have_attribute("data-slug", goal)
    expect(chapter).to_have_url(re.compile("focus=encoder"))  # the last test of this visit: it has left the chapter


def expect_map(page: Any, norm: str) -> None:
    """The map of a model whose norms come first or last."""
    sublayers = page.locator(".map .sublayer").evaluate_all(
        "all => all.map((each) => [...each.children].map((child) => child.textContent || child.className))"
    )
    first, last = ("norm", "+") if norm == "pre" else ("", "norm")
    assert len(sublayers) == 5
    assert [each[0] for each in sublayers if first] == [first] * (5 if first else 0)
    assert [each[2] for each in sublayers] == [last] * 5
    assert page.locator(".map .stack + .norm").count() == (2 if norm == "pre" else 0)
    assert page.locator(".map .lane.decoder > [data-slug=output]").all_inner_texts() == ["Linear", "Softmax"]
    end, goal = page.locator(".map").first.evaluate(
        """(map) => {
            const path = map.querySelector('.wire path');
            const end = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM());
            const goal = map.querySelector('.attention.cross .key-value').getBoundingClientRect();
            return [end.x, [goal.left, goal.right]];
        }"""
    )
    assert goal[0] <= end - 4 <= goal[1]  # the path ends at the right wing of its arrow head


def wait_for_arrival(page: Any, slug: str) -> None:
    expect_page(page, slug)
    expect(page.locator(".map .here").first).to_have_attribute("data-slug", slug)
    expect(page.locator(".st-key-sentence input")).to_have_value(SENTENCE)


def test_the_map_and_the_links_at_the_end_lead_through_the_walk(browser: Any, server: str) -> None:
    with chapter_at(browser, f"{server}/{SLUGS[0]}?sentence={quote(SENTENCE)}&focus=decoder.1.2.1") as page:
        expect_map(page, "post")
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
        expect(page).to_have_url(re.compile(r"focus=\w+\.\d\.(\d|mean)\.\d+(&|$)"))
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


def test_the_map_is_the_models(browser: Any, server: str) -> None:
    with chapter_at(browser, f"{server}/scores?sentence={quote(SENTENCE)}&model=en-fr") as page:
        expect_map(page, "pre")


def test_the_models_matrices_are_fetched_once_for_all_loads(fresh: Any, server: str) -> None:
    with chapter_at(fresh, f"{server}/heads?sentence={quote(SENTENCE)}") as page:
        page.wait_for_function("async () => (await (await caches.open('glassformer-constants')).keys()).length > 0")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.reload()
        page.wait_for_selector(".heads-grid canvas")
        settle(page)
        assert [each for each in asked if each.endswith(".safetensors")] == []
