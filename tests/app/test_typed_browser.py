"""What a visitor typed, pasted or asked for, in a real browser: nothing of it is lost or changed in silence."""

import re
from typing import Any

import pytest
from visits import expect, expect_address, settle, visit

from viewer.app import state

pytestmark = pytest.mark.browser

FIELD = "An English sentence"
# A browser in which a site may keep nothing; one whose storage is full; one that takes no new address.
CLOSED = """for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, { get() { throw new DOMException("closed", "SecurityError"); } });
Object.defineProperty(Document.prototype, "cookie", {
    get() { throw new DOMException("closed", "SecurityError"); },
    set() { throw new DOMException("closed", "SecurityError"); },
});
Object.defineProperty(navigator, "clipboard", { value: undefined });"""
FULL = 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };'
NO_ADDRESS = """for (const name of ["pushState", "replaceState"])
    History.prototype[name] = () => { throw new DOMException("refused", "SecurityError"); };"""


def test_what_is_pasted_linked_to_or_put_in_without_a_key_is_taken(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/?sentence=I%20love%20you%0AShe%20sleeps", "svg.sheet-level") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        field = page.get_by_label(FIELD)
        expect(field).to_have_value("I love you She sleeps")
        for pasted, taken in (
            ("I love you\nShe sleeps in the gar-\r\nden", "I love you She sleeps in the garden"),
            ("x" * 300_000, "x" * state.MAX_TYPED),
        ):
            settle(page)
            page.evaluate("text => navigator.clipboard.writeText(text)", pasted)
            field.click()
            field.press("ControlOrMeta+a")
            field.press("ControlOrMeta+v")
            expect(field).to_have_value(taken)
            expect_address(page, sentence=taken)
        expect(page.get_by_text("the first 1,000 characters were kept")).to_be_visible()
        settle(page)
        # As an extension or dictation does, which Streamlit's own script does not see.
        setter = "Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set"
        field.evaluate_handle(f"(field) => {setter}.call(field, 'She sleeps.')")
        field.blur()
        expect_address(page, sentence="She sleeps.")


def test_answers_outlive_a_reload(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/exercises", ".stRadio") as page:
        counted = page.get_by_test_id("stProgress")
        page.locator(".stRadio label").filter(has_text=re.compile(r".")).nth(1).click()
        expect(counted).to_contain_text("1 answered")
        page.get_by_role("button", name="Show the answer").first.click()
        expect(counted).to_contain_text("2 answered")
        settle(page)
        before = counted.inner_text()
        page.reload()
        expect(counted).to_contain_text(before)
        expect(page.locator(".stMain .stAlert")).to_have_count(2)


@pytest.mark.parametrize(
    ("refuse", "pages"),
    [(CLOSED + NO_ADDRESS, ("", "exercises")), (FULL, ("exercises",))],
    ids=["closed", "full"],
)
def test_a_browser_that_keeps_nothing_shows_all_the_same(fresh, server, refuse, pages) -> None:
    shown = {"": "svg.sheet-level", "exercises": "[data-testid=stProgress]"}
    fresh.add_init_script(refuse)
    for slug in pages:
        with visit(fresh, f"{server}/{slug}?depth=prove", shown[slug]) as page:
            expect(page.get_by_test_id("stException")).to_have_count(0)
            expect(page.locator(".tools").get_by_role("button", name="Save")).to_be_visible()
            page.get_by_role("button", name="Copy link").click()
            expect(page.get_by_role("button", name="Copied")).to_be_visible()
            if not slug:
                page.get_by_role("button", name="Examples").click()
                page.get_by_test_id("stPopoverBody").get_by_role("button", name="I love you very much.").click()
                expect(page.get_by_label(FIELD)).to_have_value("I love you very much.")
