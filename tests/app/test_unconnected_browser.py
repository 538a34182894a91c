"""A page whose connection to the server is refused, or never answered, in a real Chromium: it says so by itself."""

from typing import Any

import pytest
from visits import expect

from transformer import GlassformerError
from viewer.app.unconnected import notice

REFUSED = "window.WebSocket = class extends WebSocket { constructor() { super('ws://127.0.0.1:9/'); } };"
UNANSWERED = "window.WebSocket = class extends EventTarget { readyState = 0; send() {} close() {} };"


@pytest.mark.browser
def test_a_page_without_its_connection_says_why(fresh: Any, server: str) -> None:
    connected, *cut_off = [fresh.new_page() for _ in range(3)]
    for page, script in zip(cut_off, (REFUSED, UNANSWERED), strict=True):
        page.add_init_script(script)
        page.goto(f"{server}/scores")
    connected.goto(server)
    for page in cut_off:
        page.bring_to_front()
        expect(page.get_by_role("status")).to_contain_text("loading")
        expect(page.get_by_role("alert")).to_contain_text("Your network may block WebSockets")
    expect(connected.locator(".st-key-page_sheet h1")).to_be_visible()
    expect(connected.locator("#unconnected")).to_be_hidden()
    expect(connected.locator("#arriving")).to_be_hidden()


def test_the_pages_as_files_are_linked() -> None:
    assert '<a href="https://example.org/?a=&quot;&lt;b&gt;&quot;">' in notice('https://example.org/?a="<b>" ')
    assert "<a" not in notice(" ")
    with pytest.raises(GlassformerError, match="javascript:x"):
        notice("javascript:x")
