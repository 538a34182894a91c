"""The site as files: pages, the code that draws them, and their data for each sentence; or one page as one file."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from transformer.errors import GlassformerError
from viewer.app import resources
from viewer.notebook.site.pages import PAGES, Page, pages_of
from viewer.walk.frame.constants import Constants
from viewer.widgets import plotly_script
from viewer.widgets.addresses import handed_out
from viewer.widgets.language import read_by, written_by
from viewer.widgets.live.offer import ADDRESSES
from viewer.widgets.modules import VIEWER, bundle
from viewer.widgets.payload import Payload

_FOLDER = VIEWER / "notebook" / "site"
# Browsers load modules and data only from a web server.
_FROM_FILE = """<script>
if (location.protocol === "file:")
  document.getElementById("missing").textContent =
    "Browsers show this site only from a web server. In its folder, run: python -m http.server";
</script>"""


def site_files(model_names: Sequence[str], sentences: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Every file of the site, as its path and its content: the first model's pages, and a folder for each other one.

    Raises:
        GlassformerError: as for `resources.loaded`.
    """
    kept: list[str] = []
    digest = sha256()
    for path, content in _files(model_names, sentences):
        digest.update(path.encode() + content)
        if _is_kept(path):
            kept.append(path)
        yield path, content
    worker = (_FOLDER / "worker.js").read_text(encoding="utf-8")
    filled = worker.replace("⟨version⟩", digest.hexdigest()[:16]).replace('"⟨files⟩"', json.dumps(kept))
    yield "offline.js", filled.encode()


def _is_kept(path: str) -> bool:
    """Whether a browser keeps a file at its first visit: what the first model's pages need for the first sentence and
    for typing. The engine keeps the weights itself.
    """
    is_of_first = "/" not in path or path.startswith(("code/", "data/", "component/"))
    is_large = path.endswith((".safetensors", plotly_script.ADDRESS))
    return is_of_first and not is_large and not re.search(r"-[1-9]\d*\.bin$", path)


def _files(model_names: Sequence[str], sentences: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for slug, page in PAGES.items():
        for number, part in enumerate(page.parts):
            component = bundle(VIEWER / part.entry)
            yield f"code/{slug}-{number}.js", component.script_into(f"globalThis.glassformerPart{number}").encode()
            yield f"code/{slug}-{number}.css", component.style.encode()
    own = bundle(_FOLDER / "site.js")
    yield "code/site.js", own.script.encode()
    yield "code/site.css", own.style.encode()
    yield plotly_script.ADDRESS, (plotly_script.FOLDER / "plotly.min.js").read_bytes()
    folders = {model: "" if model == model_names[0] else f"{Path(model).name}/" for model in model_names}
    for model, folder in folders.items():
        for path, content in _files_of(model, folders, sentences):
            yield folder + path, content


def _files_of(model: str, folders: dict[str, str], sentences: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """The pages of one model and their data, as paths in its folder."""
    here = pages_of(model)
    root = "../" if folders[model] else ""
    shared: dict[str, Constants] = {}
    offered: set[str] = set()
    for slug, page in here.items():
        constants, engine, without = None, None, {}
        for number, sentence in enumerate(sentences[:1] if page.is_fixed else sentences):
            try:
                parts = [part.make(model, sentence) for part in page.parts]
            except GlassformerError as error:
                without[number] = str(error)
                continue
            for place, made in enumerate(parts):
                constants, engine = made.constants, made.payload.facts.get("engine")
                packed = gzip.compress(_alone(made.payload, engine).packed(), mtime=0)
                yield f"data/{slug}-{place}-{number}.bin", packed
        if engine:
            offered |= {engine["weights"]["address"], *(engine[each] for each in ADDRESSES)}
        if constants is not None:
            shared[constants.name] = constants
        sheets = [f"{slug}-{place}" for place in range(len(page.parts))] + ["site"]
        files = {
            "styles": "\n".join(f'<link rel="stylesheet" href="{root}code/{each}.css">' for each in sheets),
            "scripts": "\n".join(
                [_FROM_FILE, *(f'<script type="module" src="{root}code/{each}.js"></script>' for each in sheets)]
            ),
        }
        links = "" if len(folders) == 1 else _languages(slug, model, folders)
        facts = {
            "constants": constants.name if constants else None,
            "isLive": bool(engine),
            "root": root,
            "without": without,
        }
        yield f"{slug}.html", _html(slug, here, sentences, facts, {"languages": links, **files}).encode()
    for name, constants in shared.items():
        yield f"data/{name}.bin", gzip.compress(constants.packed, mtime=0)
    for address in sorted(offered):
        yield address, handed_out(address)


def whole_page(slug: str, model: str, sentences: Sequence[str]) -> str:
    """One page with all its sentences as a single HTML file, which opens with a double click.

    Raises:
        GlassformerError: as for `site_files`.
    """
    page, own = PAGES[slug], bundle(_FOLDER / "site.js")
    held: dict[str, bytes] = {}
    constants = None
    for number, sentence in enumerate(sentences[:1] if page.is_fixed else sentences):
        for place, part in enumerate(page.parts):
            made = part.make(model, sentence)
            constants = made.constants
            held[f"{slug}-{place}-{number}"] = _alone(made.payload, None).packed()
    if constants is not None:
        held[constants.name] = constants.packed
    components = [bundle(VIEWER / part.entry) for part in page.parts]
    scripts = [each.script_into(f"globalThis.glassformerPart{place}") for place, each in enumerate(components)]
    files = {
        "styles": "\n".join(f"<style>\n{each.style}\n</style>" for each in (*components, own)),
        "scripts": "\n".join(
            [
                *(
                    f'<script type="text/plain" id="held-{name}">{_packed(each)}</script>'
                    for name, each in held.items()
                ),
                *(f'<script type="module">\n{each}\n</script>' for each in (*scripts, own.script)),
            ]
        ),
        "languages": "",
    }
    name = constants.name if constants else None
    facts: dict[str, Any] = {"constants": name, "isLive": False, "root": "", "without": {}}
    return _html(slug, {slug: page}, sentences, facts, files)


def _alone(payload: Payload, engine: dict[str, Any] | None) -> Payload:
    """The data without a server: the browser's model, if there is one, does everything."""
    if "engine" not in payload.facts:
        return payload
    return Payload({**payload.facts, "engine": engine and {**engine, "alone": True}}, payload.tensors)


def _html(
    slug: str, pages: dict[str, Page], sentences: Sequence[str], facts: dict[str, Any], files: dict[str, str]
) -> str:
    page = pages[slug]
    told = {
        "slug": slug,
        "pages": list(pages),
        "elsewhere": [each for each in PAGES if each not in pages],
        "sentences": [] if page.is_fixed or not page.parts else list(sentences),
        "depths": bool(page.look),
        "parts": len(page.parts),
        **facts,
    }
    filled = {
        "title": escape(page.title),
        "look": escape(page.look),
        "deeper": "data-from=understand" if page.look else "",
        "story": escape(page.story),
        "links": _menu(slug, pages) if len(pages) > 1 else "",
        "facts": json.dumps(told).replace("<", "\\u003c"),
        "components": "\n".join(
            f'<div class="part" {part.depth}><div class="walk {part.entry.split("/")[0]}"></div></div>'
            for part in page.parts
        ),
        **files,
    }
    text = (_FOLDER / "site.html").read_text(encoding="utf-8")
    for name, written in filled.items():
        text = text.replace(f"⟨{name}⟩", written)
    return text


def _menu(slug: str, pages: dict[str, Page]) -> str:
    """The links to all pages, in their groups."""
    groups: dict[str, list[str]] = {}
    for each, page in pages.items():
        link = f'<a href="{each}.html"{" aria-current=page" * (each == slug)}>{escape(page.title)}</a>'
        groups.setdefault(page.group, []).append(link)
    rows = [f"<p>{f'<b>{escape(group)}</b> ' if group else ''}{' '.join(links)}</p>" for group, links in groups.items()]
    return "\n".join(["<details open><summary>All pages</summary>", *rows, "</details>"])


def _languages(slug: str, model: str, folders: dict[str, str]) -> str:
    """The same page for each model, by its language; its front page where it has none."""
    back = "../" if folders[model] else ""
    links = []
    for each, folder in folders.items():
        page = slug if slug in pages_of(each) else "index"
        translator = resources.loaded(each)
        name = f"{read_by(translator).name} to {written_by(translator).name}"
        links.append(f'<a href="{back}{folder}{page}.html"{" aria-current=true" * (each == model)}>{name}</a>')
    return " ".join(links)


def _packed(content: bytes) -> str:
    return b64encode(gzip.compress(content, mtime=0)).decode()
