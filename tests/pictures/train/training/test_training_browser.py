"""Training in a real Chromium: from the button to a model that another page opens, while pages stay usable."""

import re
import zipfile
from typing import Any

import pytest
from visits import eventually, expect, expect_address, settle, sideways, visit

pytestmark = pytest.mark.browser


def wait_for_step(page: Any, step: int) -> None:
    """Wait until the page has shown at least this step."""
    words = page.locator(".strip .words")
    eventually(page, lambda: (found := re.match(r"Step (\d+)", words.inner_text())) and int(found[1]) >= step)


def test_pasted_pairs_become_a_model_that_is_watched_stopped_kept_and_opened(browser: Any, server: str) -> None:
    pairs = [f"<b>{word}{number}</b>\t{number}{word}" for word in "abc" for number in range(20)]
    with visit(browser, f"{server}/training?depth=look") as page:
        page.get_by_role("radio", name="Your own pairs").click()
        broken = {"name": "pairs.csv", "mimeType": "text/csv", "buffer": b"a,b\nc"}
        page.locator("input[type=file]").set_input_files(broken)
        expect(page.get_by_text("Line 2 has one column")).to_be_visible()
        page.get_by_role("textbox").last.fill("\n".join(pairs))
        page.get_by_role("button", name="Train a fresh model").click()
        wait_for_step(page, 8)
        expect(page.locator(".says-now .english")).to_have_text(re.compile(r"^<b>[abc]\d+</b>$"))
        with visit(browser, f"{server}/?sentence=It+is+cold.") as other:  # other pages are there meanwhile
            other.wait_for_selector("svg.sheet-level")
        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Resume").wait_for()
        # Another browser finds the run by its link.
        run = page.wait_for_function("new URL(location.href).searchParams.get('run')").json_value()
        link, own = f"{server}/training?run={run}", page.url
        stranger = browser.browser.new_context()
        with visit(stranger, link) as again:
            wait_for_step(again, 8)
            expect(again.get_by_role("button", name="Train your own")).to_be_visible()
            expect(again.get_by_role("button", name="Stop")).to_have_count(0)
        stranger.close()
        page.get_by_role("button", name="Stop").click()
        page.locator(".strip .state", has_text="Stopped").wait_for()
        expect(page.locator(".trial-words")).to_have_text(re.compile(r"of 8 exactly right"))
        words = page.locator(".strip .words", has_text="Its model is")
        words.wait_for()
        settle(page)
        name = re.search(r"“(fresh-\d+-[0-9a-f]+)”", words.inner_text())
        assert name
        assert sideways(page) == [0, 0]

        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        assert download.value.suggested_filename == f"{name[1]}.zip"
        files = zipfile.ZipFile(download.value.path()).namelist()
        assert f"{name[1]}/model.safetensors" in files
        page.get_by_role("button", name="Use this model").click()
        page.get_by_role("button", name="In use").wait_for()
        expect_address(page, model=name[1])

        page.goto(f"{server}/translate?{page.url.partition('?')[2]}")
        expect(page.get_by_role("textbox").first).to_have_value(re.compile(r"^<b>[abc]\d+</b>$"))
        page.goto(f"{server}/model_card?model={name[1]}&depth=prove")
        page.get_by_text("The commands, one after another").click()
        page.get_by_text("trained on the Training page").wait_for()
        chosen = page.locator(".st-key-model_picked")
        eventually(page, lambda: name[1] in chosen.locator("input").input_value() + chosen.inner_text())
        page.goto(own)
        page.get_by_role("button", name="Reset", exact=True).click()
        page.get_by_role("button", name="Train a fresh model").wait_for()
