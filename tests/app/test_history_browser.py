"""Back, forward, reload and a copied link, in a real browser: what was chosen is there again."""

from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from visits import address_of, expect_url, settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "I love you very much."


def read_address(page: Any) -> dict[str, str]:
    """What the address says, the focus and the depth aside."""
    return {
        name: value
        for name, (value,) in parse_qs(urlparse(address_of(page)).query).items()
        if name not in ("focus", "depth")
    }


def go(page: Any, group: str, title: str, shown: str) -> None:
    page.get_by_test_id("stTopNavSection").filter(has_text=group).click()
    page.get_by_test_id("stTopNavDropdownLink").filter(has_text=title).click()
    page.wait_for_selector(shown)
    settle(page)


def turn(page: Any, way: str, shown: str) -> None:
    {"back": page.go_back, "forward": page.go_forward, "reload": page.reload}[way]()
    page.wait_for_selector(shown)
    settle(page)


def test_the_way_back_and_on_restores_what_was_chosen(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/search?sentence={SENTENCE}", ".tree") as page:
        entries = page.evaluate("history.length")
        page.get_by_role("slider", name="Beam size").press("ArrowRight")
        expect_url(page, "beam=6")
        settle(page)
        page.get_by_label("Length penalty alpha").press("ArrowRight")
        expect_url(page, "beam=6.*alpha=1.1|alpha=1.1.*beam=6")
        settle(page)
        searched = {"sentence": SENTENCE, "beam": "6", "alpha": "1.1"}
        assert read_address(page) == searched

        go(page, "Watch it decode", "Token by token", ".scene")
        page.get_by_text("Sampling", exact=True).click()
        page.get_by_role("slider", name="Temperature").press("ArrowRight")
        expect_url(page, "temperature=1.1")
        page.get_by_label("Start the translation with").fill("le")
        page.get_by_label("Start the translation with").press("Enter")
        expect_url(page, "prefix=le")
        settle(page)
        steps = read_address(page)
        assert steps == {"sentence": SENTENCE, "how": "Sampling", "temperature": "1.1", "prefix": "le"}

        go(page, "Watch it decode", "Greedy and beam", ".tree")
        assert read_address(page) == searched  # they go along
        page.get_by_label("Length penalty alpha").press("End")
        expect_url(page, r"alpha=2(\.0)?($|&)")
        settle(page)
        assert page.evaluate("history.length") == entries + 2  # a page is one entry

        turn(page, "back", ".scene")
        assert read_address(page) == steps
        assert page.get_by_label("Start the translation with").input_value() == "le"
        turn(page, "back", ".tree")
        assert read_address(page) == searched
        turn(page, "forward", ".scene")
        turn(page, "forward", ".tree")
        turn(page, "reload", ".tree")
        assert float(read_address(page)["alpha"]) == 2
        assert page.get_by_label("Length penalty alpha").input_value() == "2"


def test_what_was_typed_is_offered_again_even_after_a_reload(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/embedding?sentence={SENTENCE}x", ".walk .map") as page:
        turn(page, "reload", ".walk .map")
        menu = page.get_by_test_id("stPopoverBody")
        for chosen in ("The black dog", f"{SENTENCE}x"):
            settle(page)
            page.get_by_role("button", name="Examples").click()
            menu.get_by_role("button", name=f"{SENTENCE}x").wait_for()
            menu.get_by_role("button", name=chosen).click()
            menu.wait_for(state="hidden")
            expect_url(page, "very", found="very" in chosen)
