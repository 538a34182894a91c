"""The site as files: pages, the code that draws them, and their data for each sentence; or one page as one file."""

import json
import re
import tomllib
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

from transformer.assets import HOME, asset
from transformer.errors import GlassformerError
from viewer.app import resources
from viewer.app.page import Page, Part, Visit, way_of
from viewer.engine.live.offer import ADDRESSES, offer
from viewer.site import record
from viewer.site.elsewhere import freeze, without_first
from viewer.transport import plotly_script
from viewer.transport.addresses import content_at
from viewer.transport.constants import Made
from viewer.transport.modules import VIEWER, Bundle, bundle, without_styles
from viewer.transport.payload import Payload, unpack
from viewer.widgets.language import source_language, target_language

_FOLDER = VIEWER / "site"
_WORKER = "engine/live/worker.js"
_PLOTLY = "code/plotly.bin"
_FACES, _TYPEFACES = "code/typefaces.css", "typefaces"
_HALVES, _WHOLES = 2, 4  # bytes of most numbers in the weights, and in the data
_INSTALL = (
    "To train a model, collect a class’s answers, or ask every page about your own sentence, install Glassformer."
)
_ASK_FOR_MODEL = (
    "This file has only these examples. To type your own sentence, write it with the model: glassformer site "
    "--with-model --one-file."
)
# Browsers load modules and data only from a web server.
_FROM_FILE = """<script>
if (location.protocol === "file:")
  document.getElementById("missing").textContent =
    "Browsers show this site only from a web server. In its folder, run: python -m http.server";
</script>"""


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
    alone = {_code(module.path) for entry in (_WORKER, "site/start.js") for module in bundle(VIEWER / entry).modules}
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
    yield "404.html", _missing(model_names[0], pages).encode()
    yield "favicon.ico", asset("styles", "favicon.ico").read_bytes()
    worker = (_FOLDER / "worker.js").read_text(encoding="utf-8")
    filled = worker.replace("⟨version⟩", digest.hexdigest()[:16]).replace('"⟨files⟩"', json.dumps(kept))
    yield "offline.js", filled.encode()


def _is_kept(path: str) -> bool:
    """Whether a browser keeps a file at its first visit: what all pages need for the first sentence, but the weights,
    which the engine keeps, what a page fetches when it is looked at, and modules that are in a packed script as well.
    """
    return not re.search(r"-[1-9]\d*\.bin$|/weights|\.safetensors$|\.js$", path)


def _files(pages: Sequence[Page], model_names: Sequence[str], sentences: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    entries = [VIEWER / module for page in pages for module in map(record.module_of, page.pictures) if module]
    for entry in (*entries, VIEWER / _WORKER, _FOLDER / "site.js", _FOLDER / "start.js"):
        made = bundle(entry)
        for module in made.modules:
            yield _code(module.path), without_styles(module).encode()
        for sheet in made.sheets:
            yield _code(sheet), sheet.read_bytes()
    yield _PLOTLY, _plotly()
    yield _FACES, _faces(lambda name: f"../{_TYPEFACES}/{name}").encode()
    for face in asset(_TYPEFACES).glob("*.woff2"):
        yield f"{_TYPEFACES}/{face.name}", face.read_bytes()
    folders = {model: "" if model == model_names[0] else f"{Path(model).name}/" for model in model_names}
    for model in folders:
        yield from _files_of(pages, model, folders, sentences)


def _code(path: Path) -> str:
    return f"code/{path.relative_to(VIEWER).as_posix()}"


def _files_of(
    pages: Sequence[Page], model: str, folders: Mapping[str, str], sentences: Sequence[str]
) -> Iterator[tuple[str, bytes]]:
    """The pages of one model and their data."""
    here, folder = record.pages_of(model, pages), folders[model]
    root = "../" if folder else ""
    files = _Files(model, root)
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
                yield f"{folder}data/{slug}-{place}-{number}.bin", _pack(stored)
        joined, packed = _joined(parts), f"code/pages/{slug}.bin"
        yield packed, _zip(joined.script.encode())
        facts = {
            "engine": files.engine,
            "first": next((number for number, _ in first.values()), 0),
            "isLive": is_live,
            "root": root,
            "packed": root + packed,
            "scripts": [*map(record.module_of, parts)],
            "without": without,
        }
        shown = {
            "languages": _languages(slug, pages, model, folders),
            **_links(
                joined,
                root,
                [root + packed, *(f"data/{slug}-{place}-{number}.bin" for place, (number, _) in first.items())],
            ),
        }
        yield f"{folder}{slug}.html", _html(slug, here, pages, first_visit, sentences, facts, shown, _INSTALL).encode()
    yield from files.shared.items()


class _Files:
    """What all pages of a model share: its engine, and its own numbers.

    Attributes:
        shared: the files, by their paths.
        engine: what the browser loads; None if it can't run this model, or gets none.
    """

    def __init__(self, model: str, root: str, with_model: bool = True, with_ages: bool = True) -> None:
        self.shared: dict[str, bytes] = {}
        self._root, self._with_ages = root, with_ages
        self.engine = self._as_files(offer(model, resources.load_model(model))) if with_model else None

    def alone(self, made: Made) -> Payload:
        """A payload that needs no server: its addresses are those of files, which are `shared`."""
        facts = dict(made.payload.facts)
        if "engine" in facts:
            facts["engine"] = self.engine and self._as_files(facts["engine"])
        if ages := facts.get("ages"):
            facts["ages"] = {**ages, "engine": self._as_files(ages["engine"])} if self._with_ages else None
        if made.constants is not None:
            packed = _pack(unpack(made.constants.packed))
            path = f"data/{made.constants.name}.{sha256(packed).hexdigest()[:8]}.bin"
            self.shared[path] = packed
            facts["frame"] = {**facts["frame"], "constants": self._root + path}
        if parameters := facts.get("frame", {}).get("parameters"):
            # They are among the weights that the browser has, if it can run the model.
            stored = None if self.engine else {name: self._share(each) for name, each in parameters.items()}
            facts["frame"] = {**facts["frame"], "parameters": stored}
        return freeze(Payload(facts, made.payload.tensors))

    def _as_files(self, offered: dict[str, Any] | None) -> dict[str, Any] | None:
        if offered is None:
            return None
        files = {name: self._file(offered[name]) for name in ADDRESSES if name != "script"}
        weights = offered["weights"]
        stored = (
            [{**each, "address": self._file(each["address"])} for each in weights]
            if isinstance(weights, list)
            else {**weights, "address": self._file(weights["address"]), "planes": _HALVES}
        )
        script = self._root + _code(VIEWER / _WORKER)
        return {**offered, **files, "script": script, "weights": stored, "alone": True}

    def _share(self, address: str) -> str:
        """Copy a file that pages fetch on demand into the site, and return its path from the page."""
        path = f"data/{address.rpartition('/')[2]}"
        self.shared[path] = content_at(address)
        return self._root + path

    def _file(self, address: str) -> str:
        """The path from a page to a file that is shared."""
        path = f"engine/{address.rpartition('/')[2].rpartition('.')[0]}.bin"
        if path not in self.shared:
            content, is_weights = content_at(address), "/weights-" in path
            # Bytes of weights repeat nothing, but some are more frequent than others.
            packed = _zip(_apart(content, _HALVES), zlib.Z_FILTERED) if is_weights else _zip(content)
            self.shared[path] = packed
        return self._root + path


def _joined(parts: Sequence[Part]) -> Bundle:
    """What draws a page's parts, and the page."""
    return bundle(*(VIEWER / record.module_of(part) for part in parts), _FOLDER / "site.js")


def _links(joined: Bundle, root: str, awaited: Sequence[str]) -> dict[str, str]:
    """The style sheets and the first script of a page, and what it asks for at once: what its first picture awaits."""
    links = [f'<link rel="preload" as="fetch" crossorigin href="{each}">' for each in awaited]
    links += [f'<link rel="stylesheet" href="{root}{_code(sheet)}">' for sheet in joined.sheets]
    return {
        "styles": "\n".join(links),
        "scripts": f'{_FROM_FILE}\n<script type="module" src="{root}{_code(_FOLDER / "start.js")}"></script>',
    }


def whole_page(slug: str, pages: Sequence[Page], model: str, sentences: Sequence[str], with_model: bool = False) -> str:
    """One page with all its sentences as a single HTML file, which opens with a double click.

    Args: with_model: whether it also has the model, which translates what a visitor types.

    Raises:
        GlassformerError: as for `site_files`.
    """
    page = record.pages_of(model, pages)[slug]
    files = _Files(model, "", with_model, with_ages=False)  # it would be twice as large
    held: dict[str, bytes] = {}
    is_live = False
    visits = [record.visit_of(page, pages, model, each) for each in _sentences_of(page, sentences)]
    parts = record.pictures(visits[0])
    for number, visit in enumerate(visits):
        for place, part in enumerate(parts):
            payload = files.alone(record.make_payload(part, visit))
            is_live = is_live or bool(payload.facts.get("engine"))
            held[f"data/{slug}-{place}-{number}.bin"] = _pack(payload)
    for path, content in files.shared.items():
        held[path] = _pack(unpack(content)) if path.endswith(".safetensors") else content
    joined = _joined(parts)
    if any(module.path.name == "plotly_chart.js" for module in joined.modules):
        held[_PLOTLY] = _plotly()
    texts = {name: b64encode(each).decode() for name, each in held.items()}
    if files.engine:
        texts[files.engine["script"]] = bundle(VIEWER / _WORKER).script
    scripts = [f'<script type="text/plain" id="held-{name}">{each}</script>' for name, each in texts.items()]
    scripts.append(f'<script type="module">\n{joined.script}\n</script>')
    shown = {
        "styles": "\n".join(f"<style>\n{each}\n</style>" for each in (_faces(_inline), joined.style)),
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
    return _html(slug, {slug: page}, pages, visits[0], sentences, facts, shown, "" if is_live else _ASK_FOR_MODEL)


def _faces(address: Callable[[str], str]) -> str:
    """The typefaces of the app as CSS, each at the address for its file's name."""
    config = tomllib.loads((HOME / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    faces = config["theme"]["fontFaces"]
    # Streamlit asks for its own upright sans serif before it has read of any other.
    upright = {**faces[0], "url": faces[0]["url"].replace("-italic", ""), "style": "normal"}
    return "\n".join(
        f'@font-face {{ font-family: "{face["family"]}"; font-weight: {face["weight"]}; font-style: {face["style"]}; '
        f'font-display: swap; src: url({address(face["url"].rpartition("/")[2])}) format("woff2"); '
        f"unicode-range: {face['unicodeRange']} }}"
        for face in (upright, *faces)
    )


def _inline(name: str) -> str:
    return f"data:font/woff2;base64,{b64encode(asset(_TYPEFACES, name).read_bytes()).decode()}"


def _sentences_of(page: Page, sentences: Sequence[str]) -> Sequence[str]:
    """The sentences that a page shows; one that is about none is the same for all."""
    return sentences if page.about_sentence else sentences[:1]


def _html(
    slug: str,
    here: Mapping[str, Page],
    pages: Sequence[Page],
    visit: Visit,
    sentences: Sequence[str],
    facts: Mapping[str, Any],
    files: Mapping[str, str],
    last: str,
) -> str:
    page = visit.page
    is_front = page is pages[0]
    part, *around = way_of(page, list(here.values())) or ("",) if len(here) > 1 else ("",)
    asked = source_language(visit.translator).of("An English sentence")
    is_fixed = not page.about_sentence or not record.pictures(visit)
    parts = record.pictures(visit)
    story = record.INSTALLED_ONLY if record.needs_app(page) else page.story
    told = {
        "slug": slug,
        "pages": list(here),
        "elsewhere": [each for page in pages if (each := record.address_of(page, pages)) not in here],
        "examples": list(sentences),
        "isFixed": is_fixed,
        "depths": bool(page.look and parts),
        "parts": len(parts),
        **facts,
    }
    filled = {
        "root": facts["root"],
        "icon": _icon(),
        "title": escape(page.heading or page.title),
        "mark": f'<img alt="" src="{_icon()}">' if is_front else "",
        "kind": f"{'front' if is_front else 'chapter'}{' live' if facts['isLive'] else ''}",
        "part": part,
        "onwards": _onwards(around, pages),
        "asked": asked,
        "untyped": "" if facts["isLive"] else " hidden",
        "fixed": " hidden" if is_fixed else "",
        "last": escape(last),
        "look": escape(page.look if parts else ""),
        "deeper": "data-from=understand" if page.look and parts else "",
        "story": escape(story),
        "links": _menu(slug, here) if len(here) > 1 else "",
        "facts": json.dumps(told).replace("<", "\\u003c"),
        "components": record.markup(visit),
        **files,
    }
    return _fill_in("site.html", filled)


def _missing(model: str, pages: Sequence[Page]) -> str:
    """What a host shows at an address that it lacks: complete in itself, as the path to the other files is unknown."""
    links = _menu("", record.pages_of(model, pages))
    return _fill_in("missing.html", {"icon": _icon(), "style": bundle(_FOLDER / "site.js").style, "links": links})


def _icon() -> str:
    return f"data:image/svg+xml,{quote(asset('styles', 'logo.svg').read_text(encoding='utf-8'))}"


def _fill_in(template: str, places: Mapping[str, str]) -> str:
    text = (_FOLDER / template).read_text(encoding="utf-8")
    for name, written in places.items():
        text = text.replace(f"⟨{name}⟩", written)
    return text


def _menu(slug: str, pages: Mapping[str, Page]) -> str:
    """The bar with the links to all pages, in their groups; on a phone it opens with a button."""
    entries = []
    for group, members in groupby(pages.items(), key=lambda each: each[1].group):
        named = list(members)
        links = [_link(each, page.title, each == slug) for each, page in named]
        here = " class=here" * any(each == slug for each, _ in named)
        folded = f"<details><summary{here}>{escape(group)}</summary><div>{''.join(links)}</div></details>"
        entries += [folded] if group else links
    return (
        '<button class="opens" popovertarget="pages" aria-label="All pages"></button>'
        f'<nav id="pages" class="site-menu" popover aria-label="Pages">{"".join(entries)}</nav>'
    )


def _link(address: str, title: str, is_here: bool = False) -> str:
    return f'<a href="{address}.html"{" aria-current=page" * is_here}>{escape(title)}</a>'


def _onwards(around: Sequence[Page], pages: Sequence[Page]) -> str:
    """The pages before and after, for the end of a page that is read in order."""
    links = [_link(record.address_of(each, pages), each.title) for each in around]
    return f'<nav class="onwards" aria-label="Before and after">{"".join(links)}</nav>' if links else ""


def _languages(slug: str, pages: Sequence[Page], model: str, folders: Mapping[str, str]) -> str:
    """The same page for each model, by its language; its front page where it has none."""
    back = "../" if folders[model] else ""
    links, here = [], ""
    for each, folder in folders.items():
        page = slug if slug in record.pages_of(each, pages) else record.FRONT
        translator = resources.load_model(each)
        name = f"{source_language(translator).name} to {target_language(translator).name}"
        here = name if each == model else here
        links.append(_link(f"{back}{folder}{page}", name, each == model))
    if len(folders) == 1:
        return ""
    return (
        '<nav class="languages" aria-label="Languages">'
        f"<details><summary>{here}</summary><div>{''.join(links)}</div></details></nav>"
    )


def _pack(payload: Payload) -> bytes:
    """A payload as a file: its header, then its numbers' bytes, sorted."""
    packed = payload.pack()
    begin = 8 + int.from_bytes(packed[:8], "little")
    return _zip(packed[:begin] + _apart(packed[begin:], _WHOLES))


def _apart(content: bytes, planes: int) -> bytes:
    """The first bytes of all numbers, then the second ones, and so on: so they gzip smaller. `rejoined` undoes it."""
    return b"".join(content[at::planes] for at in range(planes))


def _plotly() -> bytes:
    return _zip((plotly_script.FOLDER / "plotly.min.js").read_bytes())


def _zip(content: bytes, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, strategy)  # 16: as gzip
    return packing.compress(content) + packing.flush()
