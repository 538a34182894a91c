"""The Translate page in a real Chromium, on the app in a process of its own."""

from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, eventually, expect, expect_address, expect_url, settle, sideways, type_sentence, visit

pytestmark = pytest.mark.browser

# Its middle is one word that the badge names whole, and would run if it were put in as markup.
HOSTILE = "<script>window.broken=1</script> a<img/src=x/onerror=window.broken=1>b <b>bold</b>"
IN_THE_COMPARISON = """(text) => [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')].some(
    (host) => host.shadowRoot?.querySelector('.trust')?.textContent.includes(text))"""


def page_at(browser: Any, address: str, width: int = 1400, scheme: str = "light") -> AbstractContextManager[Any]:
    address += ("&" if "?" in address else "/?") + "compare=true"
    return visit(browser, address, ".comparison > *", size=(width, 900), scheme=scheme)


def french(page: Any) -> list[str]:
    return [text.strip() for text in page.locator(".card .translation").all_inner_texts()]


def weights(page: Any) -> list[str]:
    return page.locator(".source .figure").all_inner_texts()


def wait_for_source(page: Any, text: str) -> None:
    faces = page.locator(".source .face")
    eventually(
        page, lambda: "".join(faces.all_inner_texts()).replace("␣", "").replace("</s>", ""), text.replace(" ", "")
    )


def test_a_sentence_is_translated_twice_and_examples_are_in_a_menu(browser: Any, server: str) -> None:
    with page_at(browser, server) as page:
        assert page.locator(".card").count() == 2
        assert all(french(page))
        type_sentence(page, "The dog eats bread.")
        wait_for_source(page, "The dog eats bread.")
        expect_address(page, sentence="The dog eats bread.")
        settle(page)
        assert len(french(page)) == 2
        assert page.locator(".card .chip").count() > 2
        assert page.locator(".divergence").inner_text()
        type_sentence(page, "")
        expect(page.get_by_text("Type an English sentence above")).to_be_visible()
        # Markup that is typed does not run.
        type_sentence(page, HOSTILE)
        page.wait_for_function("() => location.search.includes('script')")
        page.wait_for_function(IN_THE_COMPARISON, arg="onerror")
        settle(page)
        assert page.evaluate("window.broken") is None
        assert page.locator(".comparison img, .comparison b:has-text('bold'), .comparison script").count() == 0


def test_looking_by_keyboard_and_pointer_happens_in_the_browser_alone(browser: Any, server: str) -> None:
    with page_at(browser, server) as page:
        sent: list[str] = []
        page.on("websocket", lambda _: sent.append("a new connection"))
        with asks_nothing(page):
            chosen = page.locator(".card.beam .chip[aria-pressed=true]")
            chosen.focus()
            page.keyboard.press("Home")
            settle(page)
            seen = [weights(page)]
            for _ in range(2):
                page.keyboard.press("ArrowRight")
                settle(page)
                seen.append(weights(page))
            assert seen[0] != seen[1] != seen[2]
            page.keyboard.press("Enter")
            expect(page.locator(".card.beam .chip").nth(2)).to_have_attribute("aria-pressed", "true")
            settle(page)

            chips = page.locator(".card.greedy .chip")
            first = weights(page)
            chips.nth(1).click()
            expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
            settle(page)
            clicked = weights(page)
            assert clicked != first
            assert abs(sum(map(float, clicked)) - 1) < 0.1
            chips.nth(0).hover()
            eventually(page, lambda: weights(page) != clicked)
            page.mouse.move(5, 5)
            eventually(page, lambda: weights(page), clicked)  # the click keeps it
            page.get_by_role("radiogroup", name="Decoder layer").locator("[aria-checked=false]").click()
            eventually(page, lambda: weights(page) != clicked)
            settle(page)
            other_layer = weights(page)
            page.get_by_role("radiogroup", name="Head").get_by_role("radio", name="2", exact=True).click()
            eventually(page, lambda: weights(page) != other_layer)
            expect_url(page, r"focus=cross\.[01]\.1\.1\.greedy(&|$)")
        assert sent == []
        page.reload()
        expect(chips.nth(1)).to_have_attribute("aria-pressed", "true")
        page.locator(".guess-switch").click()
        page.locator(".card.beam .chip").first.click()
        page.wait_for_selector(".looking:has-text('hidden until you do')")
        eventually(page, lambda: set(weights(page)), {""})
        page.locator(".guess-option").first.click()  # from a token that has the focus, the first click counts
        page.wait_for_selector(".guess-verdict")
        eventually(page, lambda: "" not in weights(page))


def test_nothing_is_cut_off_and_nothing_jumps(browser: Any, server: str) -> None:
    sentence = quote("The unbelievable dog of my sister does not eat " + "internationalisation" * 3)
    with page_at(browser, f"{server}/?sentence={sentence}") as page:

        def places() -> list[Any]:
            return page.locator(".source .chip, .card, .divergence").evaluate_all(
                "all => all.map((each) => each.getBoundingClientRect().toJSON())"
            )

        for width in (800, 1400):
            page.set_viewport_size({"width": width, "height": 900})
            settle(page)
            assert sideways(page) == [0, 0], width
            assert all(0 <= box["x"] <= width - box["width"] for box in places())
        page.set_viewport_size({"width": 1400, "height": 3600})  # nothing scrolls into view
        settle(page)
        type_sentence(page, "The dog eats bread.")
        wait_for_source(page, "The dog eats bread.")
        page.locator(".card").last.scroll_into_view_if_needed()
        settle(page)
        before = places()
        for chip in page.locator(".card .chip").all()[:6]:
            chip.hover()
            settle(page)
            assert places() == before
