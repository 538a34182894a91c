"""The site as files: pages, the code that draws them, and their data for each sentence; or one page as one file."""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from transformer.assets import asset
from transformer.errors import GlassformerError
from viewer.app.page import Page, Part
from viewer.site import record
from viewer.site.elsewhere import without_first
from viewer.site.markup import (
    FOLDER,
    TYPEFACES,
    head_links,
    inline_face,
    language_links,
    missing_text,
    page_text,
    typefaces,
)
from viewer.site.shared import WORKER, SharedFiles, code_path, compress, pack, plotly
from viewer.transport.modules import VIEWER, Bundle, bundle, without_styles
from viewer.transport.payload import Payload, unpack

_PLOTLY = "code/plotly.bin"
_INSTALL = (
    "To train a model, collect a class’s answers, or ask every page about your own sentence, install Glassformer."
)
_ASK_FOR_MODEL = (
    "This file has only these examples. To type your own sentence, write it with the model: glassformer site "
    "--with-model --one-file."
)


def site_files(
    pages: Sequence[Page], model_names: Sequence[str], sentences: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """Every file of the site, as its path and its content: the first model's pages, and a folder for each other one.

    Args:
        pages: the records, in the menu's order.

    Raises:
        GlassformerError: as for `resources.load_model`.
    """
    kept: list[str] = []
    alone = {code_path(module.path) for entry in (WORKER, "site/start.js") for module in bundle(VIEWER / entry).modules}
    written: set[str] = set()
    digest = sha256()
    for path, content in _files(pages, model_names, sentences):
        if path in written:  # the same for several pages or models
            continue
        written.add(path)
        digest.update(path.encode() + content)
        if _is_kept(path) or path in alone:
            kept.append(path)
        yield path, content
    yield "404.html", missing_text(model_names[0], pages).encode()
    yield "favicon.ico", asset("styles", "favicon.ico").read_bytes()
    worker = (FOLDER / "worker.js").read_text(encoding="utf-8")
    filled = worker.replace("⟨version⟩", digest.hexdigest()[:16]).replace('"⟨files⟩"', json.dumps(kept))
    yield "offline.js", filled.encode()


def _is_kept(path: str) -> bool:
    """Whether a browser keeps a file at its first visit: what all pages need for the first sentence, but the weights,
    which the engine keeps, what a page fetches when it is looked at, and modules that are in a packed script as well.
    """
    return not re.search(r"-[1-9]\d*\.bin$|/weights|\.safetensors$|\.js$", path)


def _files(pages: Sequence[Page], model_names: Sequence[str], sentences: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    entries = [VIEWER / module for page in pages for module in map(record.module_of, page.pictures) if module]
    for entry in (*entries, VIEWER / WORKER, FOLDER / "site.js", FOLDER / "start.js"):
        made = bundle(entry)
        for module in made.modules:
            yield code_path(module.path), without_styles(module).encode()
        for sheet in made.sheets:
            yield code_path(sheet), _trim(sheet.read_bytes())
    yield _PLOTLY, plotly()
    yield "code/typefaces.css", typefaces(lambda name: f"../{TYPEFACES}/{name}").encode()
    for face in asset(TYPEFACES).glob("*.woff2"):
        yield f"{TYPEFACES}/{face.name}", face.read_bytes()
    folders = {model: "" if model == model_names[0] else f"{Path(model).name}/" for model in model_names}
    for model in folders:
        yield from _files_of(pages, model, folders, sentences)


def _trim(sheet: bytes) -> bytes:
    """A style sheet without its comments and indentation."""
    return re.sub(rb"/\*.*?\*/\s*|^ +", b"", sheet, flags=re.DOTALL | re.MULTILINE)


def _files_of(
    pages: Sequence[Page], model: str, folders: Mapping[str, str], sentences: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """The pages of one model and their data."""
    here, folder = record.pages_of(model, pages), folders[model]
    root = "../" if folder else ""
    files = SharedFiles(model, root)
    for slug, page in here.items():
        first: dict[int, tuple[int, Payload]] = {}
        is_live, without = False, {}
        visits = [record.visit_of(page, pages, model, each) for each in _sentences_of(page, sentences)]
        first_visit = visits[0] if visits else record.visit_of(page, pages, model, "")
        parts = record.pictures(first_visit)
        for number, visit in enumerate(visits):
            try:
                # What the browser's own model can make is stored of the first example alone.
                weights = files.engine["weights"]["sha256"] if files.engine and first else ""
                all_made = [record.make_payload(part, replace(visit, in_browser=weights)) for part in parts]
            except GlassformerError as error:
                without[number] = str(error)
                continue
            for place, made in enumerate(all_made):
                payload = files.alone(made)
                # A finding asks the browser's model, too, of its own sentences and without activations.
                engine = payload.facts.get("engine")
                is_live = is_live or bool(page.about_sentence and engine and engine["needs"])
                stored = without_first(payload, first[place][1]) if place in first else payload
                first.setdefault(place, (number, stored))
                yield f"{folder}data/{slug}-{place}-{number}.bin", pack(stored)
        joined, packed = _joined(parts), f"code/pages/{slug}.bin"
        yield packed, compress(joined.script.encode())
        facts = {
            "engine": files.engine,
            "first": next((number for number, _ in first.values()), 0),
            "isLive": is_live,
            "root": root,
            "packed": root + packed,
            "scripts": [*map(record.module_of, parts)],
            "without": without,
        }
        awaited = [f"data/{slug}-{place}-{number}.bin" for place, (number, _) in first.items()]
        shown = {
            "languages": language_links(slug, pages, model, folders),
            **head_links(joined, root, [root + packed, *awaited]),
        }
        text = page_text(slug, here, pages, first_visit, sentences, facts, shown, _INSTALL)
        yield f"{folder}{slug}.html", text.encode()
    yield from files.shared.items()


def _joined(parts: Sequence[Part]) -> Bundle:
    """What draws a page's parts, and the page."""
    return bundle(*(VIEWER / record.module_of(part) for part in parts), FOLDER / "site.js")


def whole_page(slug: str, pages: Sequence[Page], model: str, sentences: Sequence[str], with_model: bool = False) -> str:
    """One page with all its sentences as a single HTML file, which opens with a double click.

    Args: with_model: whether it also has the model, which translates what a visitor types.

    Raises:
        GlassformerError: as for `site_files`.
    """
    page = record.pages_of(model, pages)[slug]
    files = SharedFiles(model, "", with_model, with_ages=False)  # it would be twice as large
    held: dict[str, bytes] = {}
    is_live = False
    visits = [record.visit_of(page, pages, model, each) for each in _sentences_of(page, sentences)]
    parts = record.pictures(visits[0])
    for number, visit in enumerate(visits):
        for place, part in enumerate(parts):
            payload = files.alone(record.make_payload(part, visit))
            is_live = is_live or bool(payload.facts.get("engine"))
            held[f"data/{slug}-{place}-{number}.bin"] = pack(payload)
    for path, content in files.shared.items():
        held[path] = pack(unpack(content)) if path.endswith(".safetensors") else content
    joined = _joined(parts)
    if any(module.path.name == "plotly_chart.js" for module in joined.modules):
        held[_PLOTLY] = plotly()
    texts = {name: b64encode(each).decode() for name, each in held.items()}
    if files.engine:
        texts[files.engine["script"]] = bundle(VIEWER / WORKER).script
    scripts = [f'<script type="text/plain" id="held-{name}">{each}</script>' for name, each in texts.items()]
    scripts.append(f'<script type="module">\n{joined.script}\n</script>')
    shown = {
        "styles": "\n".join(f"<style>\n{each}\n</style>" for each in (typefaces(inline_face), joined.style)),
        "scripts": "\n".join(scripts),
        "languages": "",
    }
    facts = {
        "engine": files.engine,
        "first": 0,
        "isLive": is_live,
        "root": "",
        "scripts": [*map(record.module_of, parts)],
        "without": {},
    }
    return page_text(slug, {slug: page}, pages, visits[0], sentences, facts, shown, "" if is_live else _ASK_FOR_MODEL)


def _sentences_of(page: Page, sentences: Sequence[str]) -> Sequence[str]:
    """The sentences that a page shows; one that is about none is the same for all."""
    return sentences if page.about_sentence else sentences[:1]
