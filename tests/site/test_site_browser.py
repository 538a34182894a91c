"""The app as files: built for a tiny model, served by Python's plain server under a path, opened as one file too."""

import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from site_server import UNABLE, serve_site
from visits import eventually, expect, expect_address, expect_model, visit

import transformer
from pages import PAGES
from viewer.__main__ import main

pytestmark = pytest.mark.browser

# The stores of a browser that opens none.
CLOSED = """for (const name of ["caches", "localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { get() { throw new DOMException("closed", "SecurityError"); } });"""
# The bytes of code that come before the first picture, for which it doesn't wait for typefaces or the model. The real
# model’s first example and the page are another 104 kB: less than 240 in all.
BEFORE_FIRST_PICTURE = """() => {
    const of = (part) => performance.getEntriesByType("resource").filter(({ name }) => name.includes(part));
    const { responseEnd } = of("/data/")[0];
    const early = of("/code/").filter(({ startTime }) => startTime < responseEnd);
    return of("typefaces")[0]?.startTime > responseEnd && early.reduce((sum, each) => sum + each.encodedBodySize, 0);
}"""
# How far the caret is from the end of the field's text, in the typeface that comes last.
CARET = """(field) => {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(field);
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    if (!document.fonts.size || !document.fonts.check(pen.font)) return null;
    const caret = document.querySelector(".caret").getBoundingClientRect();
    return caret.left - field.getBoundingClientRect().left - pen.measureText(field.value).width;
}"""
SENTENCES = ["The dog eats bread.", "A cat & a <b>dog</b> sleep."]
TYPED = "The cat drinks water."
FIELD = "An English sentence"
SOURCE = "svg.sheet-level .token.source"
# Pages whose picture follows the typing, and where it has the word that is typed.
FOLLOWING = {
    "steps": ".reads .chip:has-text('drinks')",
    "search": ".node-box .chip:has-text('drinks')",
    "heads": "svg.sheet-level .token:has-text('drinks')",
}
PICTURES = {
    **{page.address: ".map .here" for page in PAGES if page.group == "Walk through"},
    **{"steps": ".choices", "search": ".tree", "alignment": ".both-views", "history": ".history"},
    **{"bottleneck": ".hourglass", "looking_back": ".both-looks", "one_after_another": ".waiting-picture"},
    **{"word_vectors": ".around svg", "one_stack": ".both-languages", "laboratory": ".worlds", "model_card": "table"},
    **{"head_ablation": ".head-map", "teach": ".lesson", "glossary": "dt", "questions": "summary"},
    **{"learning": ".rate-curve", "why": ".attributions"},
}


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("texts") / "sentences.txt"
    path.write_text("\n".join(SENTENCES) + "\n\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def folder(app_folder: Path, sentences: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("web") / "a" / "site"
    second = shutil.copytree(app_folder, tmp_path_factory.mktemp("models") / "second")
    models = ["--model", str(app_folder), str(second)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("viewer.pictures.train.one_step.shown.RECORDED", 2)  # steps of a lesson are long
        assert main(["site", *models, "--sentences", str(sentences), "--out", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    with serve_site(folder) as address:
        yield address


@pytest.fixture
def blocking(browser: Any) -> Iterator[Any]:
    """A browser without service workers, whose requests a test can see."""
    with closing(browser.browser.new_context(service_workers="block")) as context:
        yield context


def wait_until_drawn(page: Any) -> None:
    expect(page.locator("html")).to_have_attribute("data-drawn", re.compile(r"\d"))


def turn_to(page: Any, slug: str) -> None:
    """Open a page from the menu, without opening its group first, and wait until it is drawn."""
    # What waits for a picture next must not see this document's, which stays until the next one begins.
    page.locator("html").evaluate("(html) => html.removeAttribute('data-drawn')")
    page.locator(f'#pages a[href="{slug}.html"]').dispatch_event("click")
    expect(page).to_have_url(re.compile(rf"/{slug}\.html"))
    wait_until_drawn(page)


def open_other_language(page: Any, slug: str, kept: str) -> None:
    """The other model has the same page in its own folder."""
    page.locator(".languages summary").click()
    page.get_by_label("Languages").get_by_role("link").last.click()
    expect(page).to_have_url(re.compile(rf"/second/{slug}\.html\?.*{kept}"))
    wait_until_drawn(page)


def test_the_menu_is_that_of_the_app(browser: Any, site: str) -> None:
    with visit(browser, f"{site}heads.html") as page:
        wait_until_drawn(page)
        groups = [each for each in dict.fromkeys(page.group for page in PAGES) if each]
        expect(page.locator("#pages summary")).to_have_text(groups)
        expect(page.locator("#pages .here")).to_have_text("Walk through")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
        group = page.get_by_label("Pages").get_by_text("Walk through")
        group.press("Enter")
        expect(page.locator("#pages [aria-current]")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#pages [aria-current]")).to_be_hidden()
        expect(group).to_be_focused()
        page.set_viewport_size({"width": 390, "height": 800})
        expect(group).to_be_hidden()
        page.get_by_role("button", name="All pages").click()
        expect(page.locator("#pages [aria-current]")).to_be_visible()


def test_every_page_shows_its_example_and_none_needs_a_server_of_ours(browser: Any, site: str) -> None:
    with visit(browser, site, model=True) as page:
        wait_until_drawn(page)
        eventually(page, lambda: 0 < page.evaluate(BEFORE_FIRST_PICTURE) < 135_500)
        expect(page.locator(SOURCE).first).to_have_text("The")
        eventually(page, lambda: page.get_by_label(FIELD).evaluate(CARET) == pytest.approx(2, abs=1))
        page.locator("#sentence").select_option(SENTENCES[1], force=True)
        expect(page).to_have_url(re.compile(r"number=1"))
        expect(page.locator(SOURCE).first).to_have_text("A")
        page.get_by_role("button", name="Save a picture").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="SVG: The model at work").click()
        assert download.value.suggested_filename == "glassformer-index-the-model-at-work.svg"
        turn_to(page, "start")
        page.locator(".guess-option:enabled").first.click()
        expect(page.locator(".guess-verdict")).to_be_focused()
        expect(page.locator("#sentence option:checked")).to_have_text(SENTENCES[1])
        for slug, picture in PICTURES.items():
            turn_to(page, slug)
            expect(page.locator("h1")).to_have_text(next(each.title for each in PAGES if each.address == slug))
            expect(page.locator(f".site-part {picture}").first).to_be_visible()
            expect(page.locator("#missing")).to_be_empty()
        open_other_language(page, "why", "number=1")
        turn_to(page, "laboratory")
        page.get_by_text("Look", exact=True).click()
        page.locator(".site-part").first.get_by_role("radio").nth(1).click()
        expect(page.locator("#missing")).to_contain_text("computed beforehand")
        # This small vocabulary cuts no two sentences alike, so there is nothing to patch.
        turn_to(page, "patching")
        expect(page.locator("#missing")).to_contain_text("tokens")
        turn_to(page, "training")
        expect(page.locator(".story-of-page", has_text="needs the installed app")).to_be_visible()


def test_what_is_typed_is_translated_goes_along_and_is_told_where_it_was_not_computed(
    browser, site, app_folder
) -> None:
    with visit(browser, site, model=True) as page:
        wait_until_drawn(page)
        field, coming, missing = page.get_by_label(FIELD), page.locator(".coming"), page.locator("#missing")
        expect_model(page)
        field.fill("The cat drinks water. The dog eats bread.")
        expect(coming).to_contain_text("one sentence at a time")
        field.fill("\u200b")
        expect(coming).to_contain_text("nothing to translate")
        field.focus()
        field.evaluate_handle(f"(field) => {{ field.value = '{TYPED}'; }}")  # as an extension or dictation does
        field.blur()
        expect_address(page, sentence=TYPED)
        expect(page).to_have_url(re.compile(r"water%2E$"))  # chats leave out a full stop at the end of a link
        expect(page.locator(SOURCE).nth(1)).to_have_text("cat")
        expect(page.locator(".headline .translation")).to_have_text(transformer.load(app_folder).translate(TYPED).text)
        for slug, told in (("why", "needs the installed app"), ("glossary", "")):
            turn_to(page, slug)
            expect_address(page, sentence=TYPED)
            expect(missing).to_contain_text(told)
        for slug, read in FOLLOWING.items():
            turn_to(page, slug)
            expect_model(page)
            expect(page.locator(read).first).to_be_attached()
            field.fill(SENTENCES[0])
            expect(page.locator(read)).to_have_count(0)
            field.fill(TYPED)
            expect(page.locator(read).first).to_be_attached()
            expect(missing).to_be_empty()
        open_other_language(page, "heads", "sentence=")
        expect(page.locator(FOLLOWING["heads"]).first).to_be_attached()
        page.locator("#sentence").select_option(SENTENCES[1], force=True)
        expect_address(page, sentence=None)
        page.goto(f"{site}index.html?sentence={TYPED}")  # as the lesson links to it
        expect(page.get_by_label(FIELD)).to_have_value(TYPED)
        expect(page.locator(SOURCE).nth(1)).to_have_text("cat")


@pytest.mark.parametrize(
    ("slug", "read", "late"),
    [
        ("index", f"{SOURCE} >> text=cat", ("data", "engine")),
        ("steps", FOLLOWING["steps"], ("engine", "data")),
    ],
)
def test_what_is_typed_at_once_is_kept_and_drawn(blocking: Any, site: str, slug: str, read: str, late: Any) -> None:
    held: dict[str, list[Any]] = {part: [] for part in late}  # what comes only later, in this order
    released: set[str] = set()

    def hold(route: Any) -> None:
        part = "data" if "/site/data/" in route.request.url else "engine"
        if part in released:
            route.continue_()
        else:
            held[part].append(route)

    page = blocking.new_page()
    page.route(re.compile("/site/(data|engine)/"), hold)
    page.goto(f"{site}{slug}.html?depth=prove", wait_until="commit")
    field = page.get_by_label(FIELD)
    field.fill(TYPED)
    for part in late:
        released.add(part)
        for route in held[part]:
            route.continue_()
    expect(page.locator(read).first).to_be_attached()
    expect(field).to_have_value(TYPED)


def test_another_site_frames_it(browser: Any, site: str, folder: Path) -> None:
    frame = f'<iframe src="{site}heads.html?depth=prove" width="1200" height="800"></iframe>'
    (folder.parent / "frame.html").write_text(f'<link rel="icon" href="data:,">{frame}', encoding="utf-8")
    with visit(browser, f"{site.replace('127.0.0.1', 'localhost')}../frame.html", model=True) as page:
        framed = page.frame_locator("iframe")
        expect_model(framed)
        framed.get_by_label(FIELD).fill(TYPED)
        expect(framed.locator("canvas[data-columns*=drinks]").first).to_be_attached()


def test_it_works_without_a_network_after_the_first_visit_until_there_is_another(fresh, site, folder) -> None:
    with visit(fresh, site, model=True) as page:
        wait_until_drawn(page)
        page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
        expect_model(page)
        fresh.set_offline(True)
        for slug in ("why", "second/heads"):
            page.goto(f"{site}{slug}.html")
            wait_until_drawn(page)
            expect(page.locator("#missing")).to_be_empty()
        page.goto(site)
        expect_model(page)
        page.get_by_label(FIELD).fill(TYPED)
        expect(page.locator(SOURCE).nth(1)).to_have_text("cat")

        # A new version takes nothing from the old one.
        fresh.set_offline(False)
        page.goto(f"{site}training.html")
        page_file, worker = folder / "training.html", folder / "offline.js"
        before = {path: path.read_text(encoding="utf-8") for path in (page_file, worker)}
        page_file.write_text(before[page_file].replace("needs the installed app", "is new"), encoding="utf-8")
        worker.write_text(before[worker].replace("`glassformer-site-", "`glassformer-site-2-", 1), encoding="utf-8")
        page.reload()
        stores = """caches.keys().then((names) => names.filter((name) => name.startsWith("glassformer-site-"))
            .map((name) => name.startsWith("glassformer-site-2-")))"""
        eventually(page, lambda: page.evaluate(stores), [True])
        page.reload()
        expect(page.locator(".story-of-page", has_text="is new")).to_be_visible()
    for path, text in before.items():
        path.write_text(text, encoding="utf-8")


def test_two_sites_under_one_origin_share_nothing(fresh: Any, site: str, folder: Path) -> None:
    shutil.copytree(folder, folder / "fork")  # below the other, whose worker could answer for it
    worker = folder / "fork" / "offline.js"
    worker.write_text(worker.read_text(encoding="utf-8").replace("glassformer-site-", "glassformer-site-2", 1))
    with visit(fresh, f"{site}second/heads.html", model=True) as page:
        page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
        page.get_by_role("radio", name="Prove").click()
        expect_address(page, depth="prove")
        page.goto(f"{site}fork/heads.html")
        wait_until_drawn(page)
        expect_address(page, depth="look")
        page.wait_for_function("navigator.serviceWorker.controller?.scriptURL.endsWith('fork/offline.js')")
        # Of each site's store, whether its files are the fork's.
        kept = """caches.keys().then((names) => Promise.all(
            names.filter((name) => name.includes("site")).map(async (name) => {
                const files = await (await caches.open(name)).keys();
                return [...new Set(files.map(({ url }) => url.includes("/fork/")))];
            })))"""
        eventually(page, lambda: sorted(page.evaluate(kept)), [[False], [True]])
        page.goto(f"{site}heads.html")
        expect_address(page, depth="prove")
    shutil.rmtree(folder / "fork")


def test_an_address_without_a_page_leads_back_and_one_without_a_server_says_so(
    blocking, site, folder, tmp_path
) -> None:
    page = blocking.new_page()  # the console tells of the missing page
    page.goto(f"{site}deep/down/nothing")
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    page.get_by_label("Pages").get_by_text("Walk through").click()
    page.get_by_role("link", name="Attention heads").click()
    expect(page).to_have_url(f"{site}heads.html")
    wait_until_drawn(page)
    page.goto(Path(shutil.copy(folder / "index.html", tmp_path)).as_uri())  # its modules fail to load
    expect(page.locator("#missing")).to_contain_text("python -m http.server")


def test_a_browser_without_the_model_says_so_and_shows_the_first_example(blocking: Any, site: str) -> None:
    page = blocking.new_page()  # the console tells of the policy
    coming, missing, picture = (page.locator(each) for each in (".coming", "#missing", ".heads-grid canvas"))
    for case, (_, _, told) in UNABLE.items():
        page.goto(f"{site.replace('/a/', f'/{case}/')}heads.html?depth=prove")
        wait_until_drawn(page)
        expect(picture.first).to_be_visible()
        expect(coming).to_contain_text(told)
        expect(missing).to_be_empty()
    page.locator("#sentence").select_option(SENTENCES[1], force=True)
    expect(missing).to_contain_text(told)
    page.locator("#sentence").select_option(SENTENCES[0], force=True)
    expect(picture.first).to_be_visible()
    page.get_by_label(FIELD).fill(TYPED)
    expect(missing).to_contain_text(told)


def test_a_model_that_does_not_come_is_one_sentence_and_a_private_window_keeps_nothing(blocking, site) -> None:
    blocking.route("**/engine/weights-*", lambda route: route.abort())
    with closing(blocking.new_page()) as page:  # the console tells of the weights
        page.goto(f"{site}heads.html?number=1")
        expect(page.locator("#missing")).to_contain_text("could not be downloaded")
        page.goto(f"{site}why.html")
        wait_until_drawn(page)
        expect(page.locator("#missing")).to_be_empty()
    blocking.unroute_all()
    blocking.add_init_script(CLOSED)
    with visit(blocking, f"{site}heads.html?depth=prove", model=True) as page:
        wait_until_drawn(page)
        expect(page.locator("#missing")).to_be_empty()
        expect_model(page)
        page.get_by_label(FIELD).fill(TYPED)
        expect(page.locator("canvas[data-columns*=drinks]").first).to_be_attached()


def test_a_page_as_one_file_opens_alone_and_may_hold_the_model(browser, app_folder, sentences, tmp_path) -> None:
    heads, index = tmp_path / "heads.html", tmp_path / "index.html"
    options = ["site", "--model", str(app_folder), "--sentences", str(sentences), "--one-file"]
    assert main([*options, str(heads)]) == main([*options, str(index), "--with-model"]) == 0
    with visit(browser, "about:blank") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(heads.as_uri())
        wait_until_drawn(page)
        expect(page.locator(".heads-grid canvas").first).to_be_visible()
        page.locator("#sentence").select_option(SENTENCES[1], force=True)
        eventually(page, lambda: page.locator("html").get_attribute("data-drawn"), "1")
        assert [each for each in asked if each != heads.as_uri() and not each.startswith(("blob:", "data:"))] == []
        page.goto(index.as_uri())
        wait_until_drawn(page)
        page.get_by_label(FIELD).fill(TYPED)
        expect(page.locator(".headline .translation")).to_have_text(transformer.load(app_folder).translate(TYPED).text)
        expect(page.locator(SOURCE).nth(1)).to_have_text("cat")
