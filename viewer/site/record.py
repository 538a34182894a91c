"""A page's record as the site draws it: its pictures with what they are sent, and its words as markup."""

import re
from collections.abc import Iterator, Sequence
from html import escape

from transformer.errors import GlassformerError
from viewer.app import resources
from viewer.app.page import (
    LOOK,
    Caption,
    Chart,
    Code,
    Page,
    Part,
    Picture,
    Section,
    Table,
    Text,
    Visit,
    Words,
    resolve_words,
)
from viewer.transport.constants import Made
from viewer.transport.payload import Payload
from viewer.widgets import charts, tables
from viewer.widgets.language import ENGLISH, FRENCH, source_language, target_language

FRONT = "index"  # the address of the first page
INSTALLED_ONLY = "This page needs the installed app: get Glassformer with Python, and type make run in its folder."
_MARKS = ((r"\*\*(.+?)\*\*", r"<b>\1</b>"), (r"\*(.+?)\*", r"<i>\1</i>"), (r"`(.+?)`", r"<code>\1</code>"))
_LINK = r"\[(.+?)\]\(.+?\)"  # to the glossary, with a meaning


def address_of(page: Page, pages: Sequence[Page]) -> str:
    """A page's address on the site."""
    return FRONT if page is pages[0] else page.address


def pages_of(model: str, pages: Sequence[Page]) -> dict[str, Page]:
    """The pages for a model, by address, in the menu's order.

    Pages about English and French are left out for other languages.
    """
    translator = resources.load_model(model)
    is_french = (source_language(translator), target_language(translator)) == (ENGLISH, FRENCH)
    return {address_of(page, pages): page for page in pages if is_french or not page.french_only}


def needs_app(page: Page) -> bool:
    """Whether the site can draw nothing of a page."""
    return not any(module_of(part) for part in page.pictures)


def visit_of(page: Page, pages: Sequence[Page], model: str, sentence: str) -> Visit:
    """A visit without a server."""
    return Visit(page, tuple(pages), model, sentence, (sentence,), alone=True)


def pictures(visit: Visit) -> list[Part]:
    """The parts that are drawn by a module, from top to bottom."""
    return [part for part in _visible_parts(visit.page.parts, visit) if module_of(part)]


def module_of(part: Part) -> str:
    """The path in `viewer/` of the module that draws a picture; nothing for a part that is none."""
    if isinstance(part, Picture):
        return f"pictures/{part.module}"
    return {Chart: "widgets/chart.js", Table: "widgets/table.js"}.get(type(part), "")


def make_payload(part: Part, visit: Visit) -> Made:
    """Compute the payload of a picture's module.

    Raises:
        GlassformerError: where there is nothing to translate.
    """
    match part:
        case Picture():
            found = part.made(visit)
        case Chart():
            found = Payload(charts.pack_chart(part.figure(visit)))
        case Table():
            found = Payload(tables.pack_table(part.frame(visit), resolve_words(part.name, visit)))
        case _:
            raise TypeError(f"a {type(part).__name__} is no picture")
    if found is None:
        raise GlassformerError(f"There is nothing to translate in “{visit.sentence}”.")
    return found if isinstance(found, Made) else Made(found)


def markup(visit: Visit) -> str:
    """Everything below a page's head; each picture has an empty place, in the order of `pictures`."""
    return "\n".join(_markup(part, visit) for part in visit.page.parts)


def _visible_parts(parts: Sequence[Part], visit: Visit) -> Iterator[Part]:
    for part in parts:
        if _is_left_out(part, visit):
            continue
        yield from _visible_parts(part.parts, visit) if isinstance(part, Section) else (part,)


def _is_left_out(part: Part, visit: Visit) -> bool:
    return part.in_app or not part.when(visit)


def _markup(part: Part, visit: Visit) -> str:
    if _is_left_out(part, visit):
        return ""
    inside = _inside(part, visit)
    if not part.depth:
        return inside
    return f'<div data-{"at" if part.depth == LOOK else "from"}="{part.depth}">{inside}</div>' if inside else ""


def _inside(part: Part, visit: Visit) -> str:
    match part:
        case Section():
            return _section(part, visit)
        case Text():
            return _unless_empty("<p>", _text(part.words, visit), "</p>")
        case Caption():
            return _unless_empty('<p class="hint">', _text(part.words, visit), "</p>")
        case Code():
            return _unless_empty("<pre>", escape(part.lines(visit)), "</pre>")
    package = module_of(part).removeprefix("pictures/").split("/")[0]
    return f'<div class="site-part"><div class="walk {package}"></div></div>'


def _section(part: Section, visit: Visit) -> str:
    inside = "".join(_markup(each, visit) for each in part.parts)
    title = _text(part.title, visit)
    if part.folded:
        return _unless_empty(f"<details><summary>{title}</summary>", inside, "</details>")
    return _unless_empty(f"<h3>{title}</h3>" if title else "", inside, "")


def _unless_empty(begin: str, inside: str, end: str) -> str:
    return f"{begin}{inside}{end}" if inside else ""


def _text(words: Words, visit: Visit) -> str:
    """Words as HTML: the few marks of our own Markdown become elements, computed words are shown literally."""
    text = escape(resolve_words(words, visit))
    if isinstance(words, str):
        for mark, element in (*_MARKS, (_LINK, r"\1")):
            text = re.sub(mark, element, text)
    return text
