"""The flight in a real Chromium: it plays and asks; one flies by pointer, keys and wheel, and types at every level."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from serving import serve_by_command
from tiny_marian import save_marian
from visits import address_of, asks_nothing, eventually, expect, expect_address, expect_model, expect_url, settle, visit

from transformer.training.ages import load_age, read_ages

pytestmark = pytest.mark.browser

# Whether the text rests for longer than the 400 ms after which the server would hear of it.
RESTED = "() => { window.typed ??= performance.now(); return performance.now() > window.typed + 600; }"
TYPED = ("I", "love", "water")
SHEET = "svg.sheet-level:not(.gliding)"
LEVEL = "svg.sheet-level.level-{}:not(.gliding)"


def test_it_plays_once_then_asks_and_who_saves_data_is_sent_no_model(browser: Any, server: str) -> None:
    asked: list[str] = []
    with visit(browser, "about:blank") as page:  # which saves data
        page.on("request", lambda request: asked.append(request.url))
        page.goto(server)
        expect(page.locator(SHEET)).to_have_count(1)
        expect(page.locator(".token.output.ahead")).to_have_count(0)
        expect(page.locator(".token.output.here")).to_have_count(1)
        expect(page.get_by_role("region", name="Player").get_by_role("button", name="Play (space)")).to_be_visible()
        expect(page.locator(".story a")).to_have_attribute("href", re.compile("/why.asked="))
        page.evaluate("() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 100)))")
        assert [each for each in asked if "/flight" in each or "watch_flight" in each]
        assert [each for each in asked if "/worker-" in each or "/weights-" in each] == []


def test_without_the_model_in_the_browser_the_server_answers(fresh: Any, server: str) -> None:
    fresh.route(re.compile(r"/weights-\w+\.safetensors$"), lambda route: route.fulfill(body="damaged"))
    told: list[str] = []
    fresh.on("console", lambda message: told.append(f"{message.type}: {message.text}"))
    with visit(fresh, server, SHEET, motion="reduce", model=True) as page:
        eventually(page, lambda: [each for each in told if "does not run in this browser" in each] != [])
        assert [each for each in told if "does not run" in each and not each.startswith("debug")] == []
        expect(page.locator(".coming")).to_contain_text("arrived damaged")
        expect(page.locator(".coming")).to_contain_text("The server translates instead.")
        page.locator(".st-key-sentence input").fill(" ".join(TYPED))
        expect_address(page, sentence=" ".join(TYPED))
        eventually(page, lambda: pieces(page), "".join(TYPED))
        expect(page.locator(".headline .trust")).not_to_have_attribute("inert", "")
        page.locator(".band.encoder").first.click()
        expect(page.locator(LEVEL.format(1))).to_have_count(1)
        expect(page.locator(".vector.feed")).not_to_have_count(0)  # the server has sent its neurons


def test_an_imported_model_that_no_browser_runs_is_flown_into(browser: Any, tmp_path: Path) -> None:
    folder = save_marian(tmp_path / "sixteen", encoder_attention_heads=16, decoder_attention_heads=16)
    with (
        serve_by_command({"GLASSFORMER_MODEL": str(folder)}) as address,
        visit(browser, f"{address}?sentence=The+cat", SHEET, motion="reduce") as page,
    ):
        page.locator(".band.encoder").first.click()
        expect(page.locator(LEVEL.format(1))).to_have_count(1)  # the server has sent its numbers
        heads = page.locator(".token.head")
        expect(heads).to_have_count(16)
        page.set_viewport_size({"width": 390, "height": 844})
        expect(heads).to_have_count(7)
        group = heads.filter(has_text="…").last
        name = str(group.text_content()).removesuffix("…")
        group.click()
        expect(heads.filter(has_text=re.compile(f"^{name}$"))).to_have_count(1)  # it has opened
        page.go_back()
        page.reload()
        expect(page.locator(LEVEL.format(1))).to_have_count(1)  # as in a link


def pieces(page: Any) -> str:
    """What the encoder reads, without its end."""
    read = "(all) => all.slice(0, -1).map((each) => each.textContent.replace('·', '')).join('')"
    return str(page.locator(".token.source").evaluate_all(read))


def saved(page: Any, path: Path) -> Path:
    page.get_by_role("button", name="Save a picture").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG: The model at work").click()
    download.value.save_as(path)
    return path


def test_one_flies_down_and_up_by_pointer_keys_wheel_and_address(browser: Any, server: str, tmp_path: Path) -> None:
    with visit(browser, server, SHEET, motion="reduce", model=True) as page:
        expect_model(page)
        crumbs, level = page.locator(".crumbs li"), lambda at: page.locator(LEVEL.format(at))
        with asks_nothing(page):  # down in five clicks
            page.locator(".ribbons.leads").last.click(force=True)
            page.locator(".ribbon.chosen, .token.head.here").last.click(force=True)
            page.locator(".ribbon.chosen").click(force=True)
            page.locator(".vector.key.chosen").click()
            page.locator(".words.result.chosen").click()
            expect(level(5)).to_have_count(1)
            expect(page.locator(".mark.code").first).to_contain_text("cross_attention.scores[")
            expect(crumbs).to_have_count(6)
        deep = address_of(page)
        page.go_back()
        expect(level(4)).to_have_count(1)
        page.reload()
        expect(level(4)).to_have_count(1)  # the address holds the place
        expect_model(page)
        with asks_nothing(page):  # by keys: the arrows choose, Enter flies in, Escape out
            for at in (3, 2, 1, 0):
                page.keyboard.press("Escape")
                expect(level(at)).to_have_count(1)
            expect(page.locator(f"{SHEET} [tabindex='0']")).to_have_count(1)
            page.locator(f"{SHEET} [tabindex='0']").focus()
            page.keyboard.press("ArrowRight")
            expect(page.locator(".story")).not_to_be_empty()
            page.locator(".band.encoder").nth(1).focus()
            expect(page.locator(".story")).to_contain_text("Encoder layer 2")
            page.keyboard.press("Enter")
            expect(level(1)).to_have_count(1)
            expect(page.locator(".story")).to_contain_text(" head")  # each stop says its sentence
            page.keyboard.press("Escape")
            expect(page.locator(".story")).to_contain_text("Which words decide")
            page.locator(".token.source").first.click()
            expect(page.locator(".story")).to_contain_text("numbers: what it is, and where")
            page.locator(SHEET).hover(position={"x": 600, "y": 5})
            page.mouse.wheel(0, 400)
            expect(level(0)).to_have_count(1)
        path = saved(page, tmp_path / "film.svg")
        film = path.read_text(encoding="utf-8")
        ways = {*re.findall(r"animation: (way\d+) ", film)}
        assert ways
        assert ways <= {*re.findall(r"@keyframes (way\d+) ", film)}
        assert "<script" not in film
        page.goto(deep)
        expect(level(5)).to_have_count(1)
        settle(page)
        path = saved(page, tmp_path / "number.svg")
        assert "cross_attention.scores[" in path.read_text(encoding="utf-8")
        page.get_by_role("link", name="Scores and masks →").click()
        expect_url(page, r"/scores\?.*focus=cross\.\d\.\d\.")


def test_one_types_at_every_level(browser: Any, server: str) -> None:
    with visit(browser, server, SHEET, motion="reduce", model=True) as page:
        for width in (390, 800, 1400):
            page.set_viewport_size({"width": width, "height": 900})
            expect(page.locator(f"{SHEET}.upright")).to_have_count(int(width == 390))
            eventually(page, lambda: page.locator("html").evaluate("(box) => box.scrollWidth <= box.clientWidth + 1"))
        expect_model(page)
        field, badge = page.locator(".st-key-sentence input"), page.locator(".headline .trust")
        with asks_nothing(page):
            field.press("Control+A")
            for number, word in enumerate(TYPED, start=1):
                page.keyboard.type(word if number == 1 else f" {word}")
                eventually(page, lambda number=number: pieces(page), "".join(TYPED[:number]))
            expect(badge).to_have_attribute("inert", "")
            page.wait_for_function(RESTED)
        page.locator(".band.encoder").first.click()  # which leaves the field: the server hears of the sentence
        expect_address(page, sentence=" ".join(TYPED))
        settle(page)
        with asks_nothing(page):
            field.fill("I love black water")
            eventually(page, lambda: "Iloveblackwater" in pieces(page))
            expect(page.locator(LEVEL.format(1))).to_have_count(1)
        page.locator(SHEET).evaluate("(svg) => { svg.dataset.drawn = 'live'; }")
        field.press("Enter")
        expect_address(page, sentence="I love black water")
        expect(badge).not_to_have_attribute("inert", "")
        settle(page)
        assert page.locator(SHEET).get_attribute("data-drawn") == "live"

        field.fill("I love you. I love you very much.")
        expect(page.locator(".st-key-sentences_of_text")).to_be_visible()
        expect_address(page, sentence="I love you. I love you very much.")

        # Another page hears of a text that nobody has sent.
        field.fill("I love you.")
        eventually(page, lambda: pieces(page).startswith("Iloveyou."))
        page.get_by_test_id("stTopNavSection").filter(has_text="Walk through").click()
        page.get_by_test_id("stTopNavDropdownLink").filter(has_text="Embedding").click()
        expect(page.locator("h1")).to_have_text("Embedding")
        expect_address(page, sentence="I love you.")
        settle(page)
        field.fill(" ".join(TYPED))
        field.press("Enter")
        expect_address(page, sentence=" ".join(TYPED))


def test_the_age_of_the_recorded_model_is_dragged_under_any_sentence(fresh: Any, server: str, tmp_path: Path) -> None:
    asked: list[str] = []
    fresh.on("request", lambda request: asked.append(request.url))
    text, steps = "We do not know your brother.", read_ages().steps
    with visit(fresh, f"{server}?sentence={quote(text)}", SHEET, motion="reduce", model=True) as page:
        expect_model(page)
        slider, said = page.locator(".age input"), page.locator(".headline .translation")
        full = said.inner_text()
        with asks_nothing(page):
            assert [each for each in asked if "weights_of_ages" in each] == []
            slider.focus()
            for key, step in (("Home", steps[0]), ("End", steps[-1]), ("ArrowLeft", steps[-2])):
                page.keyboard.press(key)
                expect(said).to_have_text(load_age(step).translate(text).text or "(no words)")
                expect(page.locator(".mark.minor", has_text="a small model after")).to_contain_text(f"{step:,} update")
                expect(page.locator(".age .told")).to_contain_text(f"after {step:,} update")
            expect(page.locator(".age .aside")).to_contain_text(full)
            expect(page.locator(".sheet-level .ghost")).not_to_have_count(0)
            field = page.locator(".st-key-sentence input")
            field.fill("I love red")  # typing keeps the age
            expect(said).to_have_text(load_age(steps[-2]).translate("I love red").text)
        film = saved(page, tmp_path / "ages.svg").read_text(encoding="utf-8")
        assert [f"a small model after {step:,} update" in film for step in steps] == [True] * len(steps)
        with asks_nothing(page):
            page.locator(".token.output").first.click()  # down to a number of the model at that age
            page.locator(".mark.bar.taken").click()
            expect(page.locator(LEVEL.format(4))).to_have_count(1)
            page.get_by_role("button", name="Back to it").click()
            expect(page.locator(".age .told")).to_contain_text("Drag")
