"""A visit to a page in a real Chromium: what the page writes to the console as an error fails the test.

A page changes when it gets to it, not when a key is pressed. So after every action a test waits: for what it asserts,
with `expect`, `expect_address` or `eventually`; or with `settle`, and then it may read.
"""

import itertools
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="the Python package playwright is missing")
expect = playwright.expect

WAIT = 120_000  # milliseconds; much, for a machine that is busy with something else
AT_A_TIME = 2_400  # milliseconds: asked to wait for longer, Playwright looks only twice a second instead of ten times


def looking_often(wait: Callable[..., Any]) -> Callable[..., Any]:
    """A method of Playwright's that waits and does nothing else, called again until it has waited long enough."""

    @wraps(wait)
    def waiting(*arguments: Any, **options: Any) -> Any:
        end = time.monotonic() + WAIT / 1000
        while True:
            try:
                return wait(*arguments, **options, timeout=AT_A_TIME)
            except (AssertionError, playwright.TimeoutError):
                if time.monotonic() > end:
                    raise

    return waiting


for kind in (playwright.Page, playwright.Locator, playwright.LocatorAssertions, playwright.PageAssertions):
    for name in dir(kind):
        if name in ("wait_for_selector", "wait_for") or (kind.__name__.endswith("Assertions") and "to_" in name):
            setattr(kind, name, looking_often(getattr(kind, name)))

# Keeps in `window.unanswered` whether the server still owes an answer; the app sends nothing that has none.
NOTE_ANSWERS = """
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (...all) {
        this.hears ??= !this.addEventListener('message', () => { window.unanswered = false; });
        window.unanswered = true;
        return send.apply(this, all);
    };
"""

# A visit begins with nothing that this tab has kept, and with the depth that the browser kept before; a page without an
# address of its own keeps nothing.
BEGIN = """try {
    if (sessionStorage.visit !== '⟨visit⟩') {
        sessionStorage.clear();
        for (let home = location.pathname; '⟨depth⟩' && home;) {
            home = home.slice(0, home.lastIndexOf('/'));
            const key = `glassformer${home}.depth`;
            if ('⟨depth⟩' === 'new') localStorage.removeItem(key);
            else localStorage[key] = '⟨depth⟩';
        }
    }
    sessionStorage.visit = '⟨visit⟩';
} catch {}"""

# Whoever saves data is sent no model.
SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });"

# Counts in `window.sent` what the page sends to the server from now on.
COUNT_MESSAGES = """() => {
    window.sent = 0;
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (...all) { window.sent += 1; return send.apply(this, all); };
}"""

# Whether nothing has moved for some frames: no script runs or will, nothing waits to be replaced, fonts are there.
IS_QUIET = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    const quiet = app?.dataset.testScriptState === 'notRunning' && !window.unanswered
        && document.fonts.status === 'loaded'
        && !document.querySelector('[data-stale="true"]') && !globalThis.glassformer?.fetching?.size
        && document.documentElement.classList.contains('sheet-open')
        && !document.querySelector('.st-key-page_sheet [data-testid="stSkeleton"]');
    window.quietFrames = quiet ? (window.quietFrames ?? 0) + 1 : 0;
    return window.quietFrames > 5;
}"""

# Keeps what moves by itself, as browsers count layout shift: `window.shifts` holds when, how much, and what moved.
COUNT_SHIFTS = """
    window.shifts = [];
    const where = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const told = ({ node, previousRect, currentRect }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        return `${element?.tagName}.${element?.className} ${where(previousRect)} > ${where(currentRect)}`;
    };
    new PerformanceObserver((list) => {
        const own = list.getEntries().filter((each) => !each.hadRecentInput);
        window.shifts.push(...own.map(({ startTime, value, sources }) => [startTime, value, sources.map(told)]));
    }).observe({ type: 'layout-shift', buffered: true });
"""

# Whether the page's background is as light or dark as asked; the app follows the system's scheme in its own time.
HAS_SCHEME = """(scheme) => {
    const [red, green, blue] = getComputedStyle(document.querySelector('.stApp')).backgroundColor.match(/\\d+/g);
    return (+red + +green + +blue < 380) === (scheme === 'dark');
}"""

_visited: list[Any] = []  # the pages of the visits that go on; the last lies in front, since others draw once a second
# Tabs that visits have left, with how many they were: in a tab that has its scripts already, a page opens in less time.
# One that has shown many gives back little of their memory, and comes to a stand at last.
_left: list[tuple[Any, int]] = []
MOST_VISITS = 8
_numbers = itertools.count()


@contextmanager
def visit(
    browser: Any,
    address: str,
    *shown: str,
    state: str = "visible",
    size: tuple[int, int] = (1400, 900),
    scheme: str = "light",
    motion: str = "reduce",
    depth: str = "prove",
    model: bool = False,
) -> Iterator[Any]:
    """Open a page as a visitor would for the first time, let it settle, and leave it again.

    Args:
        address: where to go.
        shown: selectors that must be there before the visit begins.
        state: "visible", or "attached" for what takes no room of its own.
        size: width and height of the window.
        scheme: "light" or "dark".
        motion: "no-preference" for a visitor who wants things to move.
        depth: what this browser had last; "" for what it has, "new" for nothing.
        model: whether the browser fetches the model that it can run itself, which takes a third of a visit's time.
    """
    page, visits = tab_of(browser)
    devtools = browser.new_cdp_session(page)
    begin = BEGIN.replace("⟨visit⟩", str(next(_numbers))).replace("⟨depth⟩", depth)
    devtools.send("Page.enable")
    devtools.send("Page.resetNavigationHistory")
    for source in (begin, "" if model else SAVE_DATA):
        devtools.send("Page.addScriptToEvaluateOnNewDocument", {"source": source})  # until this session ends
    complaints: list[str] = []

    def fail(error: Any) -> None:
        complaints.append(str(error))

    def hear(message: Any) -> None:
        complaints.append(complaint(message))

    page.on("pageerror", fail)
    page.on("console", hear)
    _visited.append(page)
    try:
        page.bring_to_front()
        page.set_default_timeout(WAIT)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(media="screen", color_scheme=scheme, reduced_motion=motion, forced_colors="none")
        page.mouse.move(0, 0)
        page.goto(address)
        for selector in shown:
            page.wait_for_selector(selector, state=state)
        if shown:
            settle(page)
        yield page
        assert [each for each in complaints if each] == []
        page.remove_listener("pageerror", fail)
        page.remove_listener("console", hear)
        page.goto("about:blank")
        devtools.detach()
        _left.append((page, visits + 1))
    finally:
        if not _left or _left[-1][0] is not page or visits + 1 >= MOST_VISITS:
            page.close()
        _visited.remove(page)
        if _visited:
            _visited[-1].bring_to_front()


def tab_of(browser: Any) -> tuple[Any, int]:
    """A tab that nobody visits, and how many visits it has seen."""
    _left[:] = [each for each in _left if not each[0].is_closed()]
    for at, (page, _) in enumerate(_left):
        if page.context is browser:
            return _left.pop(at)
    page = browser.new_page()
    page.add_init_script(COUNT_SHIFTS)
    page.add_init_script(NOTE_ANSWERS)
    return page, 0


def settle(page: Any) -> None:
    """Wait until the app is idle and has drawn what there is to draw."""
    page.evaluate("window.quietFrames = 0")
    page.wait_for_function(IS_QUIET)


def type_sentence(page: Any, text: str) -> None:
    field = page.locator(".st-key-sentence input")
    field.fill(text)
    field.press("Enter")


def number(text: str) -> float:
    """A number as the pages write it."""
    return float("".join(text.split()).replace("−", "-").replace("∞", "inf").strip("()%").removesuffix("nats"))


def choose_depth(page: Any, name: str) -> None:
    page.get_by_role("radiogroup", name="Depth").get_by_role("radio", name=name).click()
    settle(page)


def eventually(page: Any, read: Callable[[], Any], expected: Any = True) -> None:
    """Wait until what `read` gives is what is expected; what cannot be read yet is read again."""
    end = time.monotonic() + WAIT / 1000
    while time.monotonic() < end:
        with suppress(LookupError, ValueError, playwright.Error):  # the last: between two pages
            if read() == expected:
                return
        page.wait_for_timeout(20)  # in which Playwright hears of what has happened
    assert read() == expected


def address_of(page: Any) -> str:
    """Where the browser is; it is asked, because Playwright can miss an event on a busy machine, and `url` with it."""
    return str(page.evaluate("location.href"))


def expect_url(page: Any, pattern: str | re.Pattern[str], found: bool = True) -> None:
    """Wait until a pattern is in the address, or is not."""
    eventually(page, lambda: re.search(pattern, address_of(page)) is not None, found)


def in_address(page: Any, name: str) -> str | None:
    """What the address says under a name, None for nothing."""
    return parse_qs(urlparse(address_of(page)).query, keep_blank_values=True).get(name, [None])[0]


def expect_address(page: Any, **said: str | None) -> None:
    """Wait until the address says these, and nothing where None is expected."""
    eventually(page, lambda: {name: in_address(page, name) for name in said}, said)


def expect_model(page: Any) -> None:
    """Wait until the page says that the model is in the browser; in a frame of its own, too."""
    expect(page.locator(".coming")).to_contain_text("The model is in your browser")


def expect_page(page: Any, slug: str) -> None:
    """Wait until this is the page."""
    eventually(page, lambda: urlparse(address_of(page)).path.rpartition("/")[2], slug)


def unfold_mistakes(page: Any) -> list[Any]:
    """Open every box of "You may have read …" and wait for what it answers; yields the answers in their order."""
    for said in page.locator(".mistakes summary").all():
        said.click()
    settle(page)
    answers = page.locator(".mistakes .answer").all()  # a locator sees what stands in a component, a selector does not
    for answer in answers:
        answer.locator(":scope > *").first.wait_for()
    return answers


def table_under(page: Any, misreading: str) -> list[list[str]]:
    """The cells of the table under a misreading, which is opened for it and closed again."""
    summary = page.locator(".mistakes summary", has_text=misreading)
    summary.click()
    page.locator(".mistakes details[open] td").last.wait_for()
    settle(page)
    rows = page.locator(".mistakes details[open] tbody tr").all_inner_texts()
    summary.click()
    return [row.split("\t") for row in rows]


@contextmanager
def asks_nothing(page: Any) -> Iterator[None]:
    """The page must not send the server anything meanwhile, nor once it has come to rest again."""
    page.evaluate(COUNT_MESSAGES)
    yield
    settle(page)
    assert page.evaluate("window.sent") == 0


def sideways(page: Any) -> list[int]:
    """By how many pixels the page, and the part of it that scrolls, are wider than their room."""
    return page.evaluate(
        """() => [document.documentElement, document.querySelector('.stMain')].map(
            (each) => each.scrollWidth - each.clientWidth)"""
    )


def layout_shift(page: Any) -> float:
    """How much has moved by itself since the page was opened: the largest sum of five seconds without a still one."""
    most = total = begun = last = 0.0
    for at, value, _ in page.evaluate("window.shifts"):
        if not total or at - last > 1000 or at - begun > 5000:
            total, begun = 0.0, at
        total, last = total + value, at
        most = max(most, total)
    return most


def what_moved(page: Any) -> str:
    """What `layout_shift` counted, a line for each part of the page: when, how much of it all, from where to where."""
    return "\n".join(
        f"{at:.0f} ms, {value:.3f}: {part}" for at, value, parts in page.evaluate("window.shifts") for part in parts
    )


def assert_fits(page: Any, widths: tuple[int, ...] = (800, 1400)) -> None:
    """Nothing sticks out sideways, narrow or wide; the last width is the one that a visit begins with."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        assert sideways(page) == [0, 0], width


def complaint(message: Any) -> str:
    """What a message in the console complains of; nothing if it is no error."""
    if message.type != "error":
        return ""
    # Below a page's own path Streamlit first asks whether the app lives there, and is told that it does not.
    probing = "404" in message.text and "/_stcore/" in message.location.get("url", "")
    return "" if probing else f"{message.text} {message.location.get('url', '')}"
