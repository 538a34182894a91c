"""A network that fails for a moment, or for good, in a real Chromium: a page tries again, then says what is missing."""

from typing import Any
from urllib.parse import quote

import pytest
from visits import expect, expect_model

pytestmark = pytest.mark.browser

SENTENCE = quote("The dog eats bread.")
# What the page on heads fetches of our own: part of its address, and what is said if it doesn't come.
FETCHED = {
    "/walk_heads_heads-": "This part of the page couldn’t be loaded.",
    "/attention-": "The model’s numbers couldn’t be loaded.",
}
OF_ENGINE = ("/worker-", "/weights-")
PICTURE = ".heads-grid canvas"
CHART = "plotly.min.js"


@pytest.fixture
def page(fresh: Any) -> Any:
    fresh.add_init_script("localStorage['glassformer.depth'] = 'prove'")
    return fresh.new_page()


def test_what_fails_once_is_fetched_again(page: Any, server: str) -> None:
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    for address in (*FETCHED, *OF_ENGINE):
        page.route(f"**{address}*", lambda route: route.abort(), times=1)
    page.goto(f"{server}/heads?sentence={SENTENCE}")
    expect(page.locator(PICTURE).first).to_be_visible()
    expect_model(page)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    for address in (*FETCHED, *OF_ENGINE):
        assert any(address in each for each in failed), address


def test_what_fails_for_good_is_said_and_can_be_tried_again(page: Any, server: str) -> None:
    for address in (*FETCHED, CHART):
        page.route(f"**{address}*", lambda route: route.abort())
    page.goto(f"{server}/heads?sentence={SENTENCE}")
    for address, told in FETCHED.items():
        expect_alert(page, told)
        expect(page.get_by_label("An English sentence")).to_be_visible()  # the rest is there
        try_again(page, address)
    expect(page.locator(PICTURE).first).to_be_visible()

    page.goto(f"{server}/laboratory?sentence={SENTENCE}")
    expect_alert(page, "This chart couldn’t be loaded.")
    try_again(page, CHART)
    expect(page.locator(".plotly-chart .plot-container").first).to_be_visible()


def expect_alert(page: Any, told: str) -> None:
    expect(page.get_by_role("alert").filter(has_text=told).first).to_be_visible()


def try_again(page: Any, address: str) -> None:
    """Click the button when the network brings what it did not bring before."""
    page.unroute(f"**{address}*")
    page.get_by_role("button", name="Try again").first.click()
