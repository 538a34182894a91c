"""The README's pictures of the app, taken anew from the models that ship.

python -m benchmarks.screenshots               # writes assets/screenshots
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import Page

from benchmarks.served import app_in_chromium
from benchmarks.timing import options_of

FOLDER = Path(__file__).resolve().parents[1] / "assets" / "screenshots"
MOVING = FOLDER / "translate.svg"
SETTLED = 1500  # milliseconds until nothing on a page moves any more


@dataclass(frozen=True)
class Picture:
    """One picture: when `shown` is there and the gesture is made, the window is saved."""

    name: str
    address: str
    scheme: str
    shown: str
    gesture: Callable[[Page], None] = lambda page: None  # as it opens


def main() -> None:
    """Visit every page and keep its picture."""
    options_of(__doc__).parse_args()
    with app_in_chromium() as (page, address):
        page.set_default_timeout(120_000)  # for a machine that is busy with something else
        save_moving(page, address)
        for picture in PICTURES:
            take(page, address, picture)
            print(FOLDER / f"{picture.name}.png")


def save_moving(page: Page, address: str) -> None:
    """Save the picture that plays by itself as a visitor does."""
    page.set_viewport_size({"width": 1400, "height": 960})
    page.goto(address)
    page.wait_for_selector("svg.sheet-level:not(:has(.token.output.ahead))")  # it has been played
    page.wait_for_timeout(SETTLED)
    page.get_by_role("button", name="Save a picture").click()
    with page.expect_download() as download:
        page.locator(".pictures button", has_text="SVG").first.dispatch_event("click")
    download.value.save_as(MOVING)
    print(MOVING)


def take(page: Page, address: str, picture: Picture) -> None:
    """Open the page of a picture, do what the visitor does, and write the file."""
    page.set_viewport_size({"width": 1400, "height": 900})
    page.emulate_media(color_scheme="dark" if picture.scheme == "dark" else "light")
    page.goto(f"{address}/{picture.address}")
    page.wait_for_selector(picture.shown)
    page.wait_for_timeout(SETTLED)
    picture.gesture(page)
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=FOLDER / f"{picture.name}.png")


def at_the_sixth_step(page: Page) -> None:
    """In the middle of a sentence, with words before and after."""
    for _ in range(5):
        page.get_by_role("button", name="One step forward").click()


def at_the_parting(page: Page) -> None:
    """The node on which beam search has left greedy's way."""
    page.locator(".nodes .node.winning").nth(9).click()


SONG = f"sentence={quote('She laughs every time she hears that song.')}"
DECODER = f"sentence={quote('The decoder predicts one word at a time.')}"
COFFEE = f"depth=understand&sentence={quote('My sister does not like cold coffee.')}"
PICTURES = (
    Picture("heads-light", f"heads?{COFFEE}&focus=cross.1.mean.3", "light", ".heads-grid"),
    Picture("scores-dark", f"scores?{COFFEE}&focus=decoder.1.0.5", "dark", ".stepper"),
    Picture("steps-light", f"steps?{SONG}", "light", ".player", at_the_sixth_step),
    Picture("search-dark", f"search?beam=5&{DECODER}", "dark", ".tree", at_the_parting),
)


if __name__ == "__main__":
    main()
