"""A network that fails for a moment, or for good, in a real Chromium: a page tries again, then says what is missing."""

from typing import Any
from urllib.parse import quote

import pytest
from visits import expect, expect_model

pytestmark = pytest.mark.browser

SENTENCE = quote("The dog eats bread.")
# What a page fetches of our own: part of its address, a page, what shows that it came, and what is said if it didn't.
FETCHED = (
    ("/walk_heads_heads-", "heads", ".heads-grid canvas", "This part of the page couldn’t be loaded."),
    ("/positions-", "positions", ".stage canvas", "The model’s numbers couldn’t be loaded."),
    ("plotly.min.js", "why", ".plotly-chart .plot-container", "This chart couldn’t be loaded."),
)


@pytest.fixture
def page(fresh: Any) -> Any:
    fresh.add_init_script("localStorage['glassformer.depth'] = 'prove'")
    return fresh.new_page()


def test_what_fails_once_is_fetched_again(page: Any, server: str) -> None:
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    parts = ("/walk_heads_heads-", "/worker-", "/weights-")
    for part in parts:
        page.route(f"**{part}*", lambda route: route.abort(), times=1)
    page.goto(f"{server}/heads?sentence={SENTENCE}")
    expect(page.locator(".heads-grid canvas").first).to_be_visible()
    expect_model(page)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    assert all(any(part in each for each in failed) for part in parts)


def test_what_fails_for_good_is_said_and_can_be_tried_again(page: Any, server: str) -> None:
    for address, slug, shown, told in FETCHED:
        page.route(f"**{address}*", lambda route: route.abort())
        page.goto(f"{server}/{slug}?sentence={SENTENCE}")
        expect(page.get_by_role("alert").filter(has_text=told).first).to_be_visible()
        expect(page.get_by_label("An English sentence")).to_be_visible()  # the rest is there
        page.unroute(f"**{address}*")
        page.get_by_role("button", name="Try again").first.click()
        expect(page.locator(shown).first).to_be_visible()
