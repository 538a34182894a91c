"""Token by token in a real Chromium: the player, the forks, and what a link replays."""

import re
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from visits import (
    asks_nothing,
    assert_fits,
    choose_depth,
    eventually,
    expect,
    expect_address,
    expect_model,
    in_address,
    settle,
    type_sentence,
    visit,
)

import transformer
from transformer import Greedy

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."


def player_at(browser: Any, address: str, *, model: bool = False) -> AbstractContextManager[Any]:
    return visit(browser, address, ".player", model=model)


def figures(page: Any) -> list[str]:
    return page.locator(".reads .figure").all_inner_texts()


def test_it_is_stepped_and_played_without_the_server_and_forked(browser: Any, server: str) -> None:
    with player_at(browser, f"{server}/steps?sentence={quote(SENTENCE)}&focus=cross.0.mean.0") as page:
        with asks_nothing(page):
            count = page.locator(".player .count")
            assert count.inner_text().startswith("step 1 of")
            first, total = figures(page), int(count.inner_text().split()[-1])
            page.get_by_label("One step forward (→)").click()
            expect(count).to_have_text(f"step 2 of {total}")
            eventually(page, lambda: figures(page) != first)
            page.keyboard.press("End")
            page.keyboard.press("ArrowLeft")
            expect(count).to_have_text(f"step {total - 1} of {total}")
            page.keyboard.press("Home")
            expect(count).to_have_text(f"step 1 of {total}")
            settle(page)
            by_mean = figures(page)
            page.get_by_role("radiogroup", name="Head").get_by_role("radio", name="3", exact=True).click()
            eventually(page, lambda: figures(page) != by_mean)
            page.get_by_role("radio", name="fast").click()
            page.get_by_label("Play (space)").click()
            expect(count).to_have_text(f"step {total} of {total}")
            expect(page.locator(".cache .self .held")).to_have_count(2 * (total - 1))
            expect(page.locator(".cache .self .new")).to_have_count(2)
            expect_address(page, focus=f"cross.0.2.{total - 1}")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        expect(count).to_have_text(f"step 2 of {total}")
        settle(page)
        other = page.locator(".option:not(.taken)").nth(2)
        said = other.locator(".face").inner_text()
        other.click()
        expect(page.locator(".branch-card")).to_have_count(2)
        expect(page.locator(".option.taken .face").first).to_have_text(said)
        expect(page.locator(".player .count")).to_have_text(re.compile("^step 2 of"))
        settle(page)
        page.locator(".option:not(.taken)").nth(1).click()
        expect(page.locator(".path .branch")).to_have_count(3)
        eventually(page, lambda: in_address(page, "roads").count("_"), 1)
        settle(page)
        texts = page.locator(".branch-card .translation").all_inner_texts()
        page.reload()  # a link shows the same
        expect(page.locator(".branch-card .translation")).to_have_text(texts)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".path .branch")).to_have_count(2)
        # Another sentence has other branches.
        type_sentence(page, "It is cold.")
        expect(page.locator(".path")).to_have_count(0)
        expect_address(page, roads=None)
        expect(page.locator(".player")).to_be_visible()
        for key, language, capitals in (("sentence", "en", "sentences"), ("prefix", "fr", "none")):
            wanted = {"lang": language, "autocapitalize": capitals, "autocorrect": "off", "spellcheck": "false"}
            for name, value in wanted.items():  # a phone changes nothing that is typed
                expect(page.locator(f".st-key-{key} input")).to_have_attribute(name, value)
        page.emulate_media(forced_colors="active")  # in a contrast theme, pictures say the same
        expect(page.locator(".candidates").first).to_have_css("color", "rgb(0, 0, 0)")  # the theme's ink
        expect(page.locator(".candidates i").first).not_to_have_css("background-color", "rgb(255, 255, 255)")


def test_typing_decodes_in_the_browser_and_enter_redraws_nothing(browser: Any, server: str) -> None:
    address = f"{server}/steps?sentence={quote(SENTENCE)}&how=Beam+search&roads=1.40"
    with player_at(browser, address, model=True) as page:
        expect(page.locator(".path .branch")).to_have_count(2)
        expect_model(page)
        field, read = page.locator(".st-key-sentence input"), page.locator(".reads .chips .face")
        with asks_nothing(page):
            for text in ("The cat drinks water.", "The cat", "The cat drinks bread."):
                field.fill(text)
                eventually(page, lambda: "".join(read.all_inner_texts()), f"{text}</s>".replace(" ", ""))
            expect(page.locator(".path")).to_have_count(0)  # the choice belonged to the other sentence
            expect(page.locator(".branch-card h3")).to_have_text("The translation, by a beam of 5")
        page.locator(".player").evaluate("(player) => { player.dataset.drawn = 'live'; }")
        field.press("Enter")
        expect_address(page, sentence="The cat drinks bread.")
        settle(page)
        assert page.locator(".player").get_attribute("data-drawn") == "live"

        # The server follows a choice; without one it leaves the picture to the browser again.
        said = page.locator(".branch-card .translation").inner_text()
        page.locator(".option:not(.taken)").first.click()
        expect(page.locator(".branch-card")).to_have_count(2)
        page.get_by_role("button", name="Undo").click()
        expect(page.locator(".branch-card .translation")).to_have_text([said])
        page.get_by_role("radio", name="Greedy").click()
        expect(page.locator(".branch-card h3")).to_have_text("The translation, by greedy decoding")

        choose_depth(page, "Look")
        with asks_nothing(page):
            field.fill("The dog drinks water.")
            eventually(page, lambda: "".join(read.all_inner_texts()), "Thedogdrinkswater.</s>")
        field.press("Enter")
        expect_address(page, sentence="The dog drinks water.")
        choose_depth(page, "Prove")
        expect(page.locator(".candidates .option").first).to_be_visible()


def test_look_writes_the_translation_and_hides_how_long_it_gets(browser: Any, server: str, app_folder: Path) -> None:
    found = transformer.load(app_folder).decode(SENTENCE, Greedy(), record=True)
    length = len(found.tokens)
    likeliest = found.steps(3)
    address = f"{server}/steps?sentence={quote(SENTENCE)}&focus=cross.0.mean.0&depth=look"
    with visit(browser, address, ".player", motion="no-preference") as page, asks_nothing(page):
        expect(page.locator(".player .count")).not_to_have_text(f"step 1 of {length}")  # it plays on arrival
        page.get_by_label("Step", exact=True).focus()
        page.keyboard.press("End")
        expect(page.locator(".player .count")).to_have_text(f"step {length} of {length}")
        page.keyboard.press("Home")
        for step in (0, 1):
            expect(page.locator(".player .count")).to_have_text(f"step {step + 1} of {length}")
            expect(page.locator(".says .chip:visible")).to_have_count(step + 2)  # and what starts it
            of_step = likeliest[likeliest["step"] == step]
            values = [float(each) for each in of_step["probability"]]
            written = page.locator(".candidates .option .mono")
            expect(written).to_have_text([percent(value) for value in [*values, 1 - sum(values)]])
            taken = float(of_step["probability"][of_step["taken"]].iloc[0])
            expect(page.locator(".candidates .taken .mono")).to_have_text([percent(taken)])
            expect(page.locator(".look-headline")).to_contain_text(f"({percent(taken)})")
            page.get_by_label("Step", exact=True).focus()
            page.keyboard.press("ArrowRight")
        expect(page.locator(".reads .chip").first).to_be_visible()
        for hidden in (".cache", ".branches", ".player .choice", ".reads .choice >> nth=0"):
            expect(page.locator(hidden)).to_be_hidden()
        expect(page.locator(".st-key-prefix")).to_be_hidden()
    address = f"{server}/steps?sentence={quote(SENTENCE)}&depth=look"
    with visit(browser, address, ".player", motion="no-preference") as page:
        expect(page.get_by_role("button", name="Play (space)")).to_be_visible()  # it rests where there is much to ask
        expect(page.locator(".look-words a")).to_be_visible()
        page.locator(".option:not(.taken)").first.click()
        expect(page.locator(".path .branch.here")).to_be_visible()
        expect(page.get_by_role("button", name="Pause (space)")).to_be_visible()  # it goes on from there


def percent(probability: float) -> str:
    if probability < 0.001:
        return "under 0.1%"
    return "over 99%" if probability > 0.995 else f"{100 * probability:.{1 if probability < 0.0995 else 0}f}%"


def test_a_seed_a_prefix_and_a_translation_of_ones_own_are_in_the_link(browser: Any, server: str) -> None:
    address = f"{server}/steps?sentence={quote(SENTENCE)}"
    own = f"prefix={quote('Le chat 漢')}&own={quote('Le chien boit.')}"
    with player_at(browser, f"{address}&how=Sampling&temperature=2&seed=7") as page:
        drawn = page.locator(".branch-card .translation").inner_text()
        assert "seed 7" in page.locator(".branch-card h3").inner_text()
        page.reload()
        expect(page.locator(".branch-card .translation")).to_have_text(drawn)
        page.locator(".st-key-sentence input").fill("The cat drinks")  # the browser draws no samples: the server does
        expect_address(page, sentence="The cat drinks")
        read = page.locator(".reads .chips .face")
        eventually(page, lambda: "".join(read.all_inner_texts()), "Thecatdrinks</s>")
        page.goto(f"{address}&{own}")
        expect(page.locator(".branch-card.now .translation")).to_have_text(re.compile("^Le chat"))
        expect(page.get_by_text("can’t spell “漢”")).to_have_count(1)
        expect(page.locator(".branch-card.own .chip.left")).to_have_count(1)
        expect(page.locator(".branch-card.own .note")).to_contain_text("would have written")
        long = f"roads=1.40_150.40&own={'mot+' * 500}&sentence={'The+cat+drinks+water+and+eats+bread+' * 6}"
        page.goto(f"{server}/steps?{long}")
        page.locator(".player").wait_for()
        expect(page.locator(".option.taken")).to_have_count(1)
        assert_fits(page, (800,))
