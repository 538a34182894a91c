"""The pages of a site as HTML: head, menu, links, and the facts that their scripts read."""

import json
import tomllib
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any
from urllib.parse import quote

from transformer.assets import HOME, asset
from viewer.app import resources
from viewer.app.page import Page, Visit, way_of
from viewer.site import record
from viewer.site.shared import code_path
from viewer.transport.modules import VIEWER, Bundle, bundle
from viewer.widgets.language import source_language, target_language

FOLDER = VIEWER / "site"
TYPEFACES = "typefaces"
# Browsers load modules and data only from a web server.
_FROM_FILE = """<script>
if (location.protocol === "file:")
  document.getElementById("missing").textContent =
    "Browsers show this site only from a web server. In its folder, run: python -m http.server";
</script>"""


def page_text(
    slug: str,
    here: Mapping[str, Page],
    pages: Sequence[Page],
    visit: Visit,
    sentences: Sequence[str],
    facts: Mapping[str, Any],
    files: Mapping[str, str],
    last: str,
) -> str:
    """A page: `facts` are for its scripts, `files` its style sheets and scripts, `last` what stands at its end."""
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
        "part": escape(page.story) if is_front else part,
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


def missing_text(model: str, pages: Sequence[Page]) -> str:
    """What a host shows at an address that it lacks: complete in itself, as the path to the other files is unknown."""
    links = _menu("", record.pages_of(model, pages))
    return _fill_in("missing.html", {"icon": _icon(), "style": bundle(FOLDER / "site.js").style, "links": links})


def _icon() -> str:
    return f"data:image/svg+xml,{quote(asset('styles', 'logo.svg').read_text(encoding='utf-8'))}"


def _fill_in(template: str, places: Mapping[str, str]) -> str:
    text = (FOLDER / template).read_text(encoding="utf-8")
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


def language_links(slug: str, pages: Sequence[Page], model: str, folders: Mapping[str, str]) -> str:
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


def head_links(joined: Bundle, root: str, awaited: Sequence[str]) -> dict[str, str]:
    """The style sheets and the first script of a page, and what it asks for at once: what its first picture awaits."""
    links = [f'<link rel="preload" as="fetch" crossorigin href="{each}">' for each in awaited]
    links += [f'<link rel="stylesheet" href="{root}{code_path(sheet)}">' for sheet in joined.sheets]
    return {
        "styles": "\n".join(links),
        "scripts": f'{_FROM_FILE}\n<script type="module" src="{root}{code_path(FOLDER / "start.js")}"></script>',
    }


def typefaces(address: Callable[[str], str]) -> str:
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


def inline_face(name: str) -> str:
    """The address of a typeface that is within the page."""
    return f"data:font/woff2;base64,{b64encode(asset(TYPEFACES, name).read_bytes()).decode()}"
