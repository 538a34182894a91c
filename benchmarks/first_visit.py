"""What a first visit to a page brings over the network, through a proxy that compresses.

    make serve WORKERS=2 PORT=8600     # in another terminal
    python -m benchmarks.first_visit --address http://127.0.0.1:8600

A real Chromium with an empty cache opens each page and waits until nothing comes for a while. Counted are the bytes of
all answers with their headers, and the messages of the websocket, uncompressed.
"""

import base64
import time
from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.served import launch
from benchmarks.timing import options_of, table

LIMITS = {"translate": 1.5, "search": 3.5}  # MB: without and with a chart of Plotly
QUIET = 4.0  # seconds in which nothing comes
LONGEST = 90.0  # seconds


def main() -> None:
    """Measure and print the table, and the largest files of each page."""
    parser = options_of(__doc__)
    parser.add_argument("--address", required=True, help="of the proxy")
    parser.add_argument("--pages", default=",".join(LIMITS), help="which, by their addresses")
    options = parser.parse_args()
    rows: list[tuple[str, ...]] = []
    largest: list[str] = []
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        for page in options.pages.split(","):
            files, messages = visit(chromium, f"{options.address}/{page}")
            told = [sum(files.values()) / 1e6, messages / 1e6, (sum(files.values()) + messages) / 1e6]
            rows.append((page, *(f"{each:.2f}" for each in told), str(LIMITS.get(page, ""))))
            top = sorted(files.items(), key=lambda each: -each[1])[:8]
            largest += [f"{page}: {size / 1e3:.0f} kB {url}" for url, size in top]
        chromium.close()
    columns = ("page", "files, MB", "websocket, MB", "together, MB", "wanted at most, MB")
    print(*table(columns, rows), *largest, sep="\n")


def visit(chromium: Browser, address: str) -> tuple[dict[str, int], int]:
    """The bytes of every file of a first visit, and of all messages of the websocket."""
    context = chromium.new_context(viewport={"width": 1400, "height": 900})
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    urls: dict[str, str] = {}
    files: dict[str, int] = defaultdict(int)
    messages, last = 0, time.monotonic()

    def answered(event: dict[str, Any]) -> None:
        urls[event["requestId"]] = event["response"]["url"]

    def came(event: dict[str, Any]) -> None:
        nonlocal last
        files[urls.get(event["requestId"], "")] += int(event["encodedDataLength"])
        last = time.monotonic()

    def said(event: dict[str, Any]) -> None:
        nonlocal messages, last
        response = event["response"]
        data = response["payloadData"]
        messages += len(base64.b64decode(data)) if response["opcode"] == 2 else len(data.encode())
        last = time.monotonic()

    network.on("Network.responseReceived", answered)
    network.on("Network.loadingFinished", came)
    network.on("Network.webSocketFrameReceived", said)
    begun = time.monotonic()
    page.goto(address)
    page.locator(".st-key-page_tools .copy-link").wait_for(timeout=LONGEST * 1000)
    while time.monotonic() - last < QUIET and time.monotonic() - begun < LONGEST:
        page.wait_for_timeout(200)
    context.close()
    return files, messages


if __name__ == "__main__":
    main()
