"""The picture of the whole model in a real Chromium: it plays once, is gone through by keys, opens and is saved."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from visits import asks_nothing, eventually, expect, expect_address, expect_model, settle, visit

pytestmark = pytest.mark.browser

# Whether the text rests for longer than the 400 ms after which the server would hear of it.
RESTED = "() => { window.typed ??= performance.now(); return performance.now() > window.typed + 600; }"
TYPED = ("I", "love", "water")
PHONE_HEAD = 520  # pixels that a phone shows of the page before its picture, at most
SVG = "{http://www.w3.org/2000/svg}"


def test_it_plays_once_and_rests_with_the_whole_translation(browser: Any, server: str) -> None:
    with visit(browser, server, "svg.machine", motion="no-preference") as page:
        expect(page.locator(".piece.output.ahead")).to_have_count(0)
        expect(page.locator(".piece.output.here")).to_have_count(1)
        expect(page.get_by_role("button", name="Play (space)")).to_be_visible()


def test_without_the_model_in_the_browser_the_server_answers(fresh: Any, server: str) -> None:
    fresh.route(re.compile(r"/weights-\w+\.safetensors$"), lambda route: route.fulfill(body="damaged"))
    told: list[str] = []
    fresh.on("console", lambda message: told.append(f"{message.type}: {message.text}"))
    with visit(fresh, server, "svg.machine", model=True) as page:
        eventually(page, lambda: [each for each in told if "does not run in this browser" in each] != [])
        assert [each for each in told if "does not run" in each and not each.startswith("debug")] == []
        expect(page.locator(".coming")).to_contain_text("arrived damaged")
        expect(page.locator(".coming")).to_contain_text("The server translates instead.")
        page.locator(".st-key-sentence input").fill(" ".join(TYPED))
        expect_address(page, sentence=" ".join(TYPED))
        eventually(page, lambda: pieces(page), "".join(TYPED))
        expect(page.locator(".headline .trust")).not_to_have_attribute("inert", "")


def test_who_saves_data_is_sent_no_model(browser: Any, server: str) -> None:
    asked: list[str] = []
    with visit(browser, "about:blank") as page:  # the browser of a visit saves data, unless it is to have the model
        page.on("request", lambda request: asked.append(request.url))
        page.goto(server)
        page.wait_for_selector("svg.machine")
        settle(page)
        page.evaluate("() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 100)))")
        assert [each for each in asked if "/machine" in each or "watch_machine" in each]
        assert [each for each in asked if "/worker-" in each or "/weights-" in each] == []


def pieces(page: Any) -> str:
    """What the encoder reads, without its end."""
    read = "(all) => all.slice(0, -1).map((each) => each.getAttribute('aria-label')).join('')"
    return str(page.locator(".piece.source").evaluate_all(read))


def test_it_is_gone_through_by_keys_opened_typed_into_and_saved(browser: Any, server: str, tmp_path: Path) -> None:
    with visit(browser, server, "svg.machine", model=True) as page:
        for width in (390, 800, 1400):
            page.set_viewport_size({"width": width, "height": 900})
            upright = width == 390  # there a long sentence scrolls in its box, never the page
            expect(page.locator("svg.machine.upright")).to_have_count(int(upright))
            box = page.locator("html") if upright else page.locator(".picture")
            eventually(page, lambda box=box: box.evaluate("(box) => box.scrollWidth <= box.clientWidth + 1"))
            # On a phone the picture begins high: the examples are in their menu alone.
            expect(page.locator(".st-key-examples")).to_be_visible(visible=not upright)
            expect(page.get_by_role("button", name="Examples")).to_be_visible()
            if upright:
                eventually(page, lambda: page.locator("svg.machine").bounding_box()["y"] <= PHONE_HEAD)
        settle(page)
        steps = page.locator(".piece.output").count()
        page.get_by_role("button", name="Save a picture").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="SVG: The model at work").click()
        path = tmp_path / "film.svg"
        download.value.save_as(path)
        expect(page.locator(".piece.output.here")).to_have_count(1)  # the page is as it was

        with asks_nothing(page):
            band = page.get_by_role("button", name="Decoder layer 2: open")
            band.press("Enter")
            opened = page.get_by_role("dialog", name="decoder layer 2")
            expect(opened.locator(".strip")).to_have_count(3)
            expect(opened).to_contain_text("looks at the English")
            page.keyboard.press("Escape")
            expect(opened).to_have_count(0)
            expect(band).to_be_focused()
            page.keyboard.press("ArrowLeft")
            expect(page.get_by_role("button", name="Decoder layer 1: open")).to_be_focused()
            expect(page.locator("svg.machine [tabindex='0']")).to_have_count(1)  # all bands are one Tab stop
            page.get_by_role("button", name="Encoder layer 1: open").click()
        page.get_by_role("link", name="Attention heads →").click()
        expect(page).to_have_url(re.compile(r"/heads\?.*focus=encoder\.0\.mean\."))
        expect(page.locator("h1")).to_have_text("Attention heads")
        page.go_back()
        page.wait_for_selector("svg.machine")
        settle(page)

        picture, ahead = page.get_by_role("group", name="The model at work"), page.locator(".piece.output.ahead")
        expect(ahead).to_have_count(0)
        with asks_nothing(page):
            picture.focus()
            page.keyboard.press("Home")
            expect(page.locator(".story")).to_contain_text("becomes a vector")
            expect(page.locator(".vector.encoder:not(.ahead)[data-layer='0']").first).to_be_visible()
            expect(page.locator(".vector.encoder:not(.ahead)[data-layer='1']")).to_have_count(0)
            expect(page.locator(".ribbons.encoder.ahead").first).to_have_css("opacity", "0")
            page.keyboard.press("End")
            expect(ahead).to_have_count(0)
            page.keyboard.press("ArrowLeft")
            expect(ahead).to_have_count(1)
            expect(page.locator(".story")).to_contain_text("The decoder writes")
            expect(page.locator(".candidates .bar.taken")).to_have_count(1)
            page.locator(".piece.source").nth(1).click()
            expect(page.locator(".piece.source.here")).to_have_count(1)
        field = page.locator(".st-key-sentence input")
        field.fill("I love you very much.")
        field.press("Enter")
        expect(page.locator(".piece.source").first).to_have_attribute("aria-label", "I")
        expect(ahead).to_have_count(0)

        expect_model(page)
        badge = page.locator(".headline .trust")
        with asks_nothing(page):
            field.press("Control+A")
            for number, word in enumerate(TYPED, start=1):
                page.keyboard.type(word if number == 1 else f" {word}")
                eventually(page, lambda number=number: pieces(page), "".join(TYPED[:number]))
            expect(badge).to_have_attribute("inert", "")
            page.wait_for_function(RESTED)
        drawn = page.locator("svg.machine")
        drawn.evaluate("(svg) => { svg.dataset.drawn = 'live'; }")
        field.press("Enter")
        expect_address(page, sentence=" ".join(TYPED))
        expect(badge).not_to_have_attribute("inert", "")
        settle(page)
        assert drawn.get_attribute("data-drawn") == "live"

        field.fill("I love you. I love you very much.")
        expect(page.locator(".st-key-sentences_of_text")).to_be_visible()
        expect_address(page, sentence="I love you. I love you very much.")

        # Another page hears of a text that nobody has sent.
        field.fill("I love you.")
        eventually(page, lambda: pieces(page), "Iloveyou.")
        page.get_by_test_id("stTopNavSection").filter(has_text="Walk through").click()
        page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Embedding").click()
        expect(page.locator("h1")).to_have_text("Embedding")
        expect_address(page, sentence="I love you.")
        settle(page)
        field.fill(" ".join(TYPED))
        expect_address(page, sentence=" ".join(TYPED))
    film = ElementTree.parse(path).getroot()
    groups = [each for each in film.iter(f"{SVG}g") if "animation" in each.get("style", "")]
    assert len([each for each in groups if each.get("class", "").startswith("candidates")]) == steps
    names = {re.search(r"during[\d-]+", each.get("style", "")) for each in groups}
    style = "".join(each.text or "" for each in film.iter(f"{SVG}style"))
    assert all(found and f"@keyframes {found[0]} " in style for found in names)
    assert not list(film.iter(f"{SVG}script"))
