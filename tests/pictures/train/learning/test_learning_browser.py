"""Learning in a real Chromium."""

import math
from contextlib import AbstractContextManager
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, assert_fits, expect, expect_address, settle, visit

from transformer.training.rate_runs import SHIPPED_RATES, load_rates
from transformer.training.recorded_run import SHIPPED_RUN, load_run

pytestmark = pytest.mark.browser


def page_at(browser: Any, address: str) -> AbstractContextManager[Any]:
    return visit(browser, address, ".plotly-chart .main-svg", state="attached")


def test_a_checkpoint_ties_losses_and_translation_without_the_server(browser: Any, server: str) -> None:
    run = load_run(SHIPPED_RUN)
    sentence = run.sentences[0]
    with page_at(browser, f"{server}/learning") as page, asks_nothing(page):
        said = page.locator(".said .french")
        expect(page.locator(".player .count")).to_have_text("before training")
        page.get_by_label("Checkpoint", exact=True).focus()
        page.keyboard.press("End")
        expect(said).to_have_text(sentence.translations[-1])
        settle(page)
        cursor = page.locator(".shapelayer path").get_attribute("d")
        page.keyboard.press("Home")
        for checkpoint in (0, 1):
            settle(page)
            assert said.inner_text().split() == sentence.translations[checkpoint].split()
            losses = [float(each) for each in page.locator(".forcing .cost .mono").all_inner_texts()]
            assert losses == pytest.approx(sentence.losses[checkpoint].tolist(), abs=0.006)
            page.keyboard.press("ArrowRight")
        expect_address(page, seen="0.2")
        assert page.locator(".shapelayer path").get_attribute("d") != cursor

        # The loss in focus is minus the logarithm of the probability.
        page.locator(".forcing .cost").nth(2).click()
        settle(page)
        numbers = page.locator(".forcing-equation math").nth(1).locator("mn").all_text_contents()
        probability, written = (float(each.replace("\N{MINUS SIGN}", "-")) for each in numbers)
        assert written == pytest.approx(sentence.losses[2, 2].item(), rel=0.01)
        assert -math.log(probability) == pytest.approx(written, rel=0.02)


def test_a_linked_place_is_still_there_after_a_look_at_another_page(browser: Any, server: str) -> None:
    with page_at(browser, f"{server}/learning?seen=1.19&depth=look") as page:
        curves = page.locator(".scatterlayer .trace")
        expect(curves).to_have_count(1)
        page.get_by_role("radio", name="Understand").click()
        expect(curves).to_have_count(2)
        expect(page.locator("input[aria-label=Checkpoint]")).to_have_value("19")
        page.locator(".learning-scene .plotly-chart").click(position={"x": 84, "y": 80})
        expect_address(page, seen="1.1")
        page.goto(f"{server}/model_card")
        page.goto(f"{server}/learning")
        expect(page.locator("input[aria-label=Checkpoint]")).to_have_value("1")
        expect_address(page, seen="1.1")


def test_every_real_run_is_there_with_its_loss_and_its_rate(browser: Any, server: str) -> None:
    runs = load_rates(SHIPPED_RATES).runs
    rubbish = "seen=9.x.y.-1.99999999"
    with page_at(browser, f"{server}/learning?part={quote('Learning rate')}&{rubbish}") as page:
        with asks_nothing(page):
            losses = sorted(each.validation for each in runs if each.validation is not None)
            expect(page.locator(".labelled .bar-value")).to_have_text([f"{loss:.2f}" for loss in losses])
            lines = page.locator(".plotly-chart .scatterlayer .trace")  # the rate of each run, and its loss
            expect(lines).to_have_count(2 * len(runs))
            page.locator(".plotly-chart .legendtoggle").first.click()
            expect(lines).to_have_count(2 * (len(runs) - 1))
            expect(page.locator(".command")).to_contain_text("record rates")
        assert_fits(page, (800,))
        page.get_by_role("radio", name="A recorded run", exact=True).click()
        expect(page.locator(".learning-scene")).to_be_visible()
        assert_fits(page, (800,))
