"""Training in a real Chromium: from the button to a kept model that another page opens, while pages stay usable."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from tiny import PAIRS, write_tsv
from visits import sideways, visit

pytestmark = pytest.mark.browser

WAIT = 90_000
ENVIRONMENT = {"GLASSFORMER_TRAINING_THREADS": "1", "GLASSFORMER_TRAINING_NICENESS": "0"}
HAS_COME_TO_STEP = """(step) => [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')].some(
    (host) => Number(host.shadowRoot?.querySelector('.tile dd')?.textContent.replaceAll(',', '')) >= step)"""


@pytest.fixture(scope="module")
def training_server(start_server: Callable[..., str], tmp_path_factory: pytest.TempPathFactory) -> str:
    """A server of its own, whose fresh models learn thirty sentences."""
    corpus = write_tsv(tmp_path_factory.mktemp("corpus") / "pairs.tsv", PAIRS * 3)
    return start_server(**ENVIRONMENT, GLASSFORMER_TRAINING_CORPUS=corpus)


def page_at(browser: Any, address: str, width: int = 1400, scheme: str = "light") -> AbstractContextManager[Any]:
    return visit(browser, address, size=(width, 900), scheme=scheme, wait=WAIT)


def step_of(page: Any) -> int:
    text = page.locator(".tile dd").first.inner_text().replace(",", "")
    return int(text) if text.isdigit() else 0


def wait_for_step(page: Any, step: int) -> None:
    page.wait_for_function(HAS_COME_TO_STEP, arg=step)


def test_a_model_is_trained_watched_stopped_kept_and_opened(browser: Any, training_server: str) -> None:
    with page_at(browser, f"{training_server}/training") as page:
        page.wait_for_selector(".plan")
        page.get_by_role("spinbutton", name="Width").fill("32")
        page.get_by_label("Sentence to watch").fill("The cat drinks water.")
        page.get_by_role("textbox", name="Its French translation").fill("Le chat boit de l'eau.")
        page.keyboard.press("Tab")
        page.get_by_role("button", name="Train a fresh model").click()
        wait_for_step(page, 3)
        first = step_of(page)
        wait_for_step(page, first + 5)
        assert page.locator(".strip .state").inner_text() == "Learning"
        # Rows are the French to be said, columns the English; both rows of teacher forcing are shifted by one.
        heat = page.locator(".attention canvas")
        rows, columns = heat.get_attribute("data-rows"), heat.get_attribute("data-columns")
        assert rows.startswith("to say (query): Le") or rows.startswith("to say (query): L")
        assert columns.startswith("English (key): The") or columns.startswith("English (key): T")
        chips = page.locator(".position .chip").all_inner_texts()
        reads, says = chips[::2], chips[1::2]
        assert reads[0] == "<s>"
        assert reads[1:] == says[:-1]
        assert says[-1] == "</s>"

        # Other pages are there meanwhile, and this one finds its run again: in another tab, and from another browser by
        # its link alone.
        link = page.url
        assert parse_qs(urlparse(link).query)["run"]
        with page_at(browser, f"{training_server}/?sentence=It+is+cold.") as other:
            other.wait_for_selector(".card")
        with page_at(browser, f"{training_server}/training") as tab:
            wait_for_step(tab, step_of(page))
            assert parse_qs(urlparse(tab.url).query)["run"] == parse_qs(urlparse(link).query)["run"]
        stranger = browser.browser.new_context()
        with page_at(stranger, link) as again:
            wait_for_step(again, step_of(page))
        stranger.close()

        page.get_by_role("button", name="Pause").click()
        page.get_by_role("button", name="Go on").wait_for()
        page.get_by_role("button", name="Stop").click()
        keep = page.get_by_role("button", name="Keep the model")
        page.wait_for_function("""() => [...document.querySelectorAll('button')].some(
            (each) => each.innerText.includes('Keep the model') && !each.disabled)""")
        page.locator(".strip .state", has_text="Stopped").wait_for()
        assert sideways(page) == [0, 0]
        keep.click()
        page.get_by_role("button", name="Kept", exact=True).wait_for()
        words = page.locator(".strip .words", has_text="Kept as")
        words.wait_for()
        name = re.search(r"“(fresh-\d+-[0-9a-f]+)”", words.inner_text())
        assert name

        # A row of its attention is guessed before it is seen.
        page.locator(".guess-switch").click()
        page.locator(".guess-option").first.click()
        assert re.search(r"with \d", page.locator(".guess-verdict").inner_text())
        page.locator(".guess-switch").click()

        # Looking back asks nothing of the server.
        shape = page.locator(".attention .shape")
        assert "now" in shape.inner_text()
        page.locator(".snapshot").last.hover()
        assert "step 0" in shape.inner_text()
        page.locator(".snapshot").last.click()
        page.locator(".tiles").hover()
        assert "step 0" in shape.inner_text()

        # It is listed, for its owner to open and to delete.
        page.get_by_role("heading", name="Models that you keep").wait_for()
        page.get_by_role("button", name="Choose it").click()
        page.get_by_role("button", name="Chosen").wait_for()
        page.wait_for_url(f"**model={name[1]}**")

    with page_at(browser, f"{training_server}/model_card?model={name[1]}") as page:
        page.get_by_text("trained on the Training page").wait_for()
        assert (
            page.locator(".st-key-model input").input_value() == name[1]
            or name[1] in page.locator(".st-key-model").inner_text()
        )
    with page_at(browser, f"{training_server}/training") as page:
        page.get_by_role("button", name="Delete", exact=True).click()
        page.get_by_role("button", name="Delete it").click()
        page.get_by_role("heading", name="Models that you keep").wait_for(state="detached")
        page.wait_for_selector(".plan")  # its run went with it


def test_what_makes_no_model_is_told_and_the_page_fits(browser: Any, training_server: str) -> None:
    with page_at(browser, f"{training_server}/training?run=nonsense", 800, "dark") as page:
        page.wait_for_selector(".plan")
        assert sideways(page) == [0, 0]
        page.get_by_role("spinbutton", name="Width").fill("100")
        page.get_by_role("spinbutton", name="Heads").fill("8")
        page.keyboard.press("Tab")
        page.get_by_role("button", name="Train a fresh model").click()
        page.get_by_text("must be a multiple of twice").wait_for()
