"""The app as files: built for a tiny model, served by Python's plain server under a path, opened as one file too."""

import re
import shutil
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from visits import eventually, expect, expect_address, expect_model, visit

import transformer
from pages import PAGES
from viewer.__main__ import main

pytestmark = pytest.mark.browser

# The stores of a browser that opens none.
CLOSED = """for (const name of ["caches", "localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { get() { throw new DOMException("closed", "SecurityError"); } });"""
# The bytes of code that come before the first picture, for which it doesn't wait for typefaces or the model. The real
# model's first example and the page are another 107 kB: less than 240 in all.
BEFORE_FIRST_PICTURE = """() => {
    const of = (part) => performance.getEntriesByType("resource").filter(({ name }) => name.includes(part));
    const { responseEnd } = of("/data/")[0];
    const early = of("/code/").filter(({ startTime }) => startTime < responseEnd);
    return of("typefaces")[0]?.startTime > responseEnd && early.reduce((sum, each) => sum + each.encodedBodySize, 0);
}"""
# Pages whose picture follows the typing, and where it has the word that is typed.
FOLLOWING = {
    "steps": ".reads .chip:has-text('drinks')",
    "search": ".node-box .chip:has-text('drinks')",
    "heads": "svg.sheet-level .token:has-text('drinks')",
}
SENTENCES = ["The dog eats bread.", "A cat & a <b>dog</b> sleep."]


# Browsers and sites where the model can't run: what comes before the worker's script, or the policy; and what is said.
# Such a site stands under the case's name.
OLD_PATTERNS = """const Own = RegExp; globalThis.RegExp = function (source, flags) {
    if (source.includes("(?<")) throw new SyntaxError("no lookbehind"); return new Own(source, flags); };"""
UNABLE = {
    "no-simd": ("WebAssembly.validate = () => false;", "", "lacks WebAssembly with SIMD"),
    "no-webassembly": ("delete globalThis.WebAssembly;", "", "lacks WebAssembly with SIMD"),
    "old-patterns": (OLD_PATTERNS, "", "this browser is too old"),
    "old-syntax": ("let let;", "", "this browser is too old"),
    "no-workers": ("", "worker-src 'none'", "policy forbids workers"),
    "no-compiling": ("", "script-src 'self' 'unsafe-inline'", "security policy forbids WebAssembly"),
}


class Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # a connection serves many modules

    def translate_path(self, path: str) -> str:
        return super().translate_path(re.sub(r"^/[\w-]+/site/", "/a/site/", path))

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "max-age=600")  # as GitHub Pages
        _, policy, _ = self.case()
        if policy:
            self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def do_GET(self) -> None:
        before, _, _ = self.case()
        if not before or not self.path.partition("?")[0].endswith("/live/worker.js"):
            super().do_GET()
            return
        script = Path(self.translate_path(self.path)).read_bytes()
        self.answer(200, "text/javascript", before.encode() + script)

    def answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def case(self) -> tuple[str, str, str]:
        return UNABLE.get(self.path.split("/")[1], ("", "", ""))

    def send_error(self, *_: object) -> None:
        self.answer(404, "text/html", (Path(self.directory) / "a/site/404.html").read_bytes())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("texts") / "sentences.txt"
    path.write_text("\n".join(SENTENCES) + "\n\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def folder(app_folder: Path, sentences: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("web") / "a" / "site"
    second = tmp_path_factory.mktemp("models") / "second"
    shutil.copytree(app_folder, second)
    models = ["--model", str(app_folder), str(second)]
    assert main(["site", *models, "--sentences", str(sentences), "--out", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder.parents[1]))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/a/site/"
    server.shutdown()


@pytest.fixture(scope="module")
def blocking(browser: Any) -> Iterator[Any]:
    """A browser without service workers, whose requests a test can see."""
    with closing(browser.browser.new_context(service_workers="block")) as context:
        yield context


def wait_until_drawn(page: Any) -> None:
    expect(page.locator("html")).to_have_attribute("data-drawn", re.compile(r"\d"))


def turn_to(page: Any, slug: str) -> None:
    """Open a page from the menu, without opening its group first."""
    # What waits for a picture next must not see this document's, which stays until the next one begins.
    page.locator("html").evaluate("(html) => html.removeAttribute('data-drawn')")
    page.locator(f'#pages a[href="{slug}.html"]').dispatch_event("click")
    expect(page).to_have_url(re.compile(rf"/{slug}\.html"))  # what follows waits for this page, not for the one before


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


def test_the_site_needs_no_server_of_ours(browser: Any, site: str) -> None:
    with visit(browser, site, model=True) as page:
        wait_until_drawn(page)
        eventually(page, lambda: 0 < page.evaluate(BEFORE_FIRST_PICTURE) < 130_000)
        expect(page.locator("svg.sheet-level .token.source").first).to_have_text("The")
        page.locator("#sentence").select_option(SENTENCES[1], force=True)
        expect(page).to_have_url(re.compile(r"number=1"))
        expect(page.locator("svg.sheet-level .token.source").first).to_have_text("A")
        turn_to(page, "start")
        wait_until_drawn(page)
        page.locator(".guess-option:enabled").first.click()
        expect(page.locator(".guess-verdict")).to_be_focused()
        expect(page.locator("#sentence option:checked")).to_have_text(SENTENCES[1])
        turn_to(page, "index")
        wait_until_drawn(page)
        page.get_by_role("button", name="Save a picture").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="SVG: The model at work").click()
        assert download.value.suggested_filename == "glassformer-index-the-model-at-work.svg"
        page.get_by_role("button", name="Encoder layer 1: open").click()
        page.get_by_role("link", name="Attention heads →").click()
        expect(page).to_have_url(re.compile(r"/a/site/heads\.html\?.*number=1"))
        wait_until_drawn(page)
        expect(page.locator("#sentence option:checked")).to_have_text(SENTENCES[1])
        for chapter in (page for page in PAGES if page.group == "Walk through"):
            turn_to(page, chapter.address)
            expect(page.locator("h1")).to_have_text(chapter.title)
            wait_until_drawn(page)
            expect(page.locator(".map .here").first).to_be_visible()
            expect(page.locator("#missing")).to_be_empty()


def test_the_other_pages_show_what_was_computed(browser: Any, site: str) -> None:
    pictures = {
        "steps": ".choices",
        "search": ".tree",
        "alignment": ".both-views",
        "history": ".history",
        "bottleneck": ".hourglass",
        "looking_back": ".both-looks",
        "one_after_another": ".waiting-picture",
        "word_vectors": ".around svg",
        "one_stack": ".both-languages",
        "laboratory": ".worlds",
        "head_ablation": ".head-map",
        "why": ".attributions",
        "model_card": "table",
        "teach": ".lesson",
        "glossary": "dt",
        "questions": "summary",
    }
    with visit(browser, f"{site}index.html?number=1", model=True) as page:
        for slug, picture in pictures.items():
            turn_to(page, slug)
            wait_until_drawn(page)
            expect(page.locator(f".site-part {picture}").first).to_be_visible()
            expect(page.locator("#missing")).to_be_empty()
        # This small vocabulary cuts no two sentences alike, so there is nothing to patch.
        turn_to(page, "patching")
        wait_until_drawn(page)
        expect(page.locator("#missing")).to_contain_text("tokens")
        turn_to(page, "teach")
        wait_until_drawn(page)
        expect(page.get_by_role("link", name="Open Attention heads")).to_be_visible()
        expect(page.get_by_role("link", name="projector")).to_have_count(0)
        turn_to(page, "training")
        wait_until_drawn(page)
        expect(page.locator(".story-of-page", has_text="needs the installed app")).to_be_visible()

        # The other model has the same page in its own folder.
        turn_to(page, "why")
        wait_until_drawn(page)
        page.locator(".languages summary").click()
        page.get_by_label("Languages").get_by_role("link").last.click()
        expect(page).to_have_url(re.compile(r"/a/site/second/why\.html\?.*number=1"))
        wait_until_drawn(page)
        page.get_by_text("Look", exact=True).click()
        page.locator(".site-part").first.locator("button.chip").nth(1).click()
        expect(page.locator("#missing")).to_contain_text("computed beforehand")


def test_another_site_frames_it(browser: Any, site: str, folder: Path) -> None:
    body = (
        f'<link rel="icon" href="data:,"><iframe src="{site}heads.html?depth=prove" width="1200" height="800"></iframe>'
    )
    (folder.parent / "frame.html").write_text(body, encoding="utf-8")
    with visit(browser, f"{site.replace('127.0.0.1', 'localhost')}../frame.html", model=True) as page:
        frame = page.frame_locator("iframe")
        expect_model(frame)
        frame.get_by_label("An English sentence").fill("The cat drinks water.")
        expect(frame.locator("canvas[data-columns*=drinks]").first).to_be_attached()


def test_it_works_without_a_network_after_the_first_visit_until_there_is_another(fresh, site, folder) -> None:
    with visit(fresh, site, model=True) as page:
        wait_until_drawn(page)
        page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
        expect_model(page)
        fresh.set_offline(True)
        for slug in ("heads", "why", "laboratory", "second/heads"):
            page.goto(f"{site}{slug}.html")
            wait_until_drawn(page)
            expect(page.locator("#missing")).to_be_empty()
        page.goto(site)
        expect_model(page)
        page.get_by_label("An English sentence").fill("The cat drinks water.")
        expect(page.locator("svg.sheet-level .token.source").nth(1)).to_have_text("cat")

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


@pytest.mark.parametrize("address", ["nothing.html", "deep/down/nothing"])
def test_an_address_without_a_page_leads_back(browser: Any, site: str, address: str) -> None:
    page = browser.browser.new_page()  # the console tells of the missing page
    page.goto(site + address)
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    page.get_by_label("Pages").get_by_text("Walk through").click()
    page.get_by_role("link", name="Attention heads").click()
    expect(page).to_have_url(f"{site}heads.html")
    wait_until_drawn(page)
    page.close()


@pytest.mark.parametrize(
    ("slug", "read", "late"),
    [
        ("index", "svg.sheet-level .token.source >> text=cat", ("data", "engine")),
        ("heads", "svg.sheet-level .token:has-text('drinks')", ("data", "engine")),
        ("steps", ".reads .chip:has-text('drinks')", ("engine", "data")),
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

    with closing(blocking.new_page()) as page:
        page.route(re.compile("/site/(data|engine)/"), hold)
        page.goto(f"{site}{slug}.html?depth=prove", wait_until="commit")
        field = page.get_by_label("An English sentence")
        field.fill("The cat drinks water.")
        for part in late:
            released.add(part)
            for route in held[part]:
                route.continue_()
        expect(page.locator(read).first).to_be_attached()
        expect(field).to_have_value("The cat drinks water.")


def test_a_text_that_came_without_a_key_is_taken_when_the_field_is_left(browser: Any, site: str) -> None:
    with visit(browser, f"{site}heads.html", model=True) as page:
        wait_until_drawn(page)
        expect_model(page)
        field = page.get_by_label("An English sentence")
        field.focus()
        # As an extension or dictation does.
        field.evaluate_handle("(field) => { field.value = 'The cat drinks water.'; }")
        field.blur()
        expect(page.locator("svg.sheet-level .token:has-text('drinks')").first).to_be_attached()
        expect_address(page, sentence="The cat drinks water.")


def test_a_browser_without_the_model_says_so_and_shows_the_first_example(blocking: Any, site: str) -> None:
    with closing(blocking.new_page()) as page:  # the console tells of the policy
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
        page.get_by_label("An English sentence").fill("The cat drinks water.")
        expect(missing).to_contain_text(told)


def test_a_private_window_that_keeps_nothing_shows_all_the_same(browser: Any, site: str) -> None:
    context = browser.browser.new_context(service_workers="block")
    context.add_init_script(CLOSED)
    with visit(context, f"{site}heads.html?depth=prove", model=True) as page:
        wait_until_drawn(page)
        expect(page.locator("#missing")).to_be_empty()
        expect_model(page)
        page.get_by_label("An English sentence").fill("The cat drinks water.")
        expect(page.locator("canvas[data-columns*=drinks]").first).to_be_attached()
    context.close()


def test_a_model_that_does_not_come_is_one_sentence(browser: Any, site: str) -> None:
    with closing(browser.browser.new_context(service_workers="block")) as context:
        context.route("**/engine/weights-*", lambda route: route.abort())
        page = context.new_page()  # the console tells of the weights
        page.goto(f"{site}heads.html?number=1")
        expect(page.locator("#missing")).to_contain_text("could not be downloaded")
        page.goto(f"{site}why.html")
        wait_until_drawn(page)
        expect(page.locator("#missing")).to_be_empty()


def test_a_site_opened_as_a_file_says_what_it_needs(browser: Any, site: str, tmp_path: Path) -> None:
    path = tmp_path / "index.html"
    path.write_bytes(urllib.request.urlopen(f"{site}index.html").read())
    page = browser.browser.new_page()  # its modules fail to load, which is no surprise
    page.goto(path.as_uri())
    expect(page.locator("#missing")).to_contain_text("python -m http.server")
    page.close()


def test_any_sentence_is_translated_by_the_model_in_the_browser(browser: Any, site: str, app_folder: Path) -> None:
    with visit(browser, site, model=True) as page:
        wait_until_drawn(page)
        expect_model(page)
        page.get_by_label("An English sentence").fill("The cat drinks water.")
        expect(page.locator("svg.sheet-level .token.source").nth(1)).to_have_text("cat")
        translation = transformer.load(app_folder).translate("The cat drinks water.").text
        expect(page.locator(".headline .translation")).to_have_text(translation)
        page.goto(f"{site}index.html?sentence=The cat drinks water.")  # as the lesson links to it
        expect(page.get_by_label("An English sentence")).to_have_value("The cat drinks water.")
        expect(page.locator(".headline .translation")).to_have_text(translation)


def test_a_typed_sentence_goes_along_and_is_told_where_it_was_not_computed(browser: Any, site: str) -> None:
    typed = "The cat drinks water."
    with visit(browser, site, model=True) as page:
        wait_until_drawn(page)
        field, coming = page.get_by_label("An English sentence"), page.locator(".coming")
        expect_model(page)
        field.fill("The cat drinks water. The dog eats bread.")
        expect(coming).to_contain_text("one sentence at a time")
        field.fill("\u200b")
        expect(coming).to_contain_text("nothing to translate")
        field.fill(typed)
        field.press("Enter")
        expect_model(page)
        expect_address(page, sentence=typed)
        expect(page).to_have_url(re.compile(r"water%2E$"))  # chats leave out a full stop at the end of a link
        for slug, told in (("why", "needs the installed app"), ("glossary", "")):
            turn_to(page, slug)
            expect(page).to_have_url(re.compile(f"{slug}.html.*sentence="))
            wait_until_drawn(page)
            expect(page.locator("#missing")).to_contain_text(told)
        for slug, read in FOLLOWING.items():
            turn_to(page, slug)
            wait_until_drawn(page)
            expect_model(page)
            expect(page.locator(read).first).to_be_attached()
            field.fill(SENTENCES[0])
            expect(page.locator(read)).to_have_count(0)
            field.fill(typed)
            expect(page.locator(read).first).to_be_attached()
            expect(page.locator("#missing")).to_be_empty()
        expect(field).to_have_value(typed)
        page.locator(".languages summary").click()
        page.get_by_label("Languages").get_by_role("link").last.click()
        expect(page).to_have_url(re.compile(r"/second/heads\.html.*sentence="))
        expect(page.locator("svg.sheet-level .token:has-text('drinks')").first).to_be_attached()
        page.locator("#sentence").select_option(SENTENCES[1], force=True)
        expect_address(page, sentence=None)


@pytest.mark.parametrize(("slug", "picture"), [("heads", ".heads-grid canvas"), ("output", "[role=listbox]")])
def test_a_page_as_one_file_opens_alone(browser, app_folder, sentences, tmp_path, slug, picture) -> None:
    path = tmp_path / f"{slug}.html"
    assert main(["site", "--model", str(app_folder), "--sentences", str(sentences), "--one-file", str(path)]) == 0
    with visit(browser, "about:blank") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri())
        wait_until_drawn(page)
        expect(page.locator(picture).first).to_be_visible()
        page.locator("#sentence").select_option(SENTENCES[1], force=True)
        eventually(page, lambda: page.locator("html").get_attribute("data-drawn"), "1")
        assert [each for each in asked if each != path.as_uri() and not each.startswith(("blob:", "data:"))] == []


def test_one_file_with_the_model_translates_what_is_typed(browser: Any, app_folder, sentences, tmp_path) -> None:
    path = tmp_path / "index.html"
    options = ["--model", str(app_folder), "--sentences", str(sentences), "--with-model", "--one-file", str(path)]
    assert main(["site", *options]) == 0
    with visit(browser, path.as_uri()) as page:
        wait_until_drawn(page)
        page.get_by_label("An English sentence").fill("The cat drinks water.")
        translation = transformer.load(app_folder).translate("The cat drinks water.").text
        expect(page.locator(".headline .translation")).to_have_text(translation)
        expect(page.locator("svg.sheet-level .token.source").nth(1)).to_have_text("cat")


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kept.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "empty.txt").write_text(" \n", encoding="utf-8")
    refused = {
        "is not empty": ["--out", str(tmp_path)],
        "There is no page 'nothing'": ["--one-file", str(tmp_path / "nothing.html")],
        "has no sentences": ["--out", str(tmp_path / "site"), "--sentences", str(tmp_path / "empty.txt")],
    }
    for words, arguments in refused.items():
        assert main(["site", *arguments]) == 2
        assert words in capsys.readouterr().err
    assert not (tmp_path / "site").exists()
