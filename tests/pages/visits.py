"""A visit to a page in a real Chromium: what the page writes to the console as an error fails the test."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

WAIT = 60_000  # milliseconds; much, for a machine that is busy with something else

# Counts in `window.sent` what the page sends to the server from now on.
COUNT_MESSAGES = """() => {
    window.sent = 0;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (...all) { window.sent += 1; return send.apply(this, all); };
}"""


@contextmanager
def visit(
    browser: Any,
    address: str,
    *shown: str,
    state: str = "visible",
    size: tuple[int, int] = (1400, 900),
    scheme: str = "light",
    motion: str = "no-preference",
    pause: int = 0,
    wait: int = WAIT,
) -> Iterator[Any]:
    """Open a page of its own and close it again.

    Args:
        address: where to go.
        shown: selectors that must be there before the visit begins.
        state: "visible", or "attached" for what takes no room of its own.
        size: width and height of the window.
        scheme: "light" or "dark".
        motion: "reduce" for a visitor who wants nothing to move.
        pause: milliseconds to let the page settle.
        wait: milliseconds that anything may take.
    """
    page = browser.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(color_scheme=scheme, reduced_motion=motion)
    page.set_default_timeout(wait)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(complaint(message)))
    try:
        page.goto(address)
        for selector in shown:
            page.wait_for_selector(selector, state=state)
        page.wait_for_timeout(pause)
        yield page
        assert [each for each in complaints if each] == []
    finally:
        page.close()


def complaint(message: Any) -> str:
    """What a message in the console complains of; nothing if it is no error."""
    if message.type != "error":
        return ""
    # Below a page's own path Streamlit first asks whether the app lives there, and is told that it does not.
    probing = "404" in message.text and "/_stcore/" in message.location.get("url", "")
    return "" if probing else f"{message.text} {message.location.get('url', '')}"
