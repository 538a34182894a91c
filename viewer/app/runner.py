"""Draw a page's record with Streamlit."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import cache, partial
from typing import Any

import streamlit as st

from transformer import GlassformerError
from viewer.app import model_picker, resources, shell
from viewer.app.budget import settling
from viewer.app.page import (
    DEPTHS,
    LOOK,
    Caption,
    Chart,
    Code,
    InApp,
    Page,
    Part,
    Picture,
    Section,
    Table,
    Text,
    UnansweredError,
    Visit,
    Words,
    resolve_words,
    way_of,
)
from viewer.app.state import DEPTH
from viewer.transport import constants
from viewer.transport.component import component
from viewer.transport.constants import Made
from viewer.transport.payload import Payload
from viewer.widgets import charts, tables
from viewer.widgets.language import ENGLISH
from viewer.widgets.plain import plain

_IN_BROWSER = "model_in_browser"  # in the session's state: the hash of its weights


@cache  # here and not in app.py, which every visit runs anew
def links_of(pages: tuple[Page, ...], aliases: tuple[str, ...]) -> dict[str, st.Page]:
    """Each path with its page, as Streamlit knows it: checked once for all visitors.

    Args:
        pages: all, the front page first. aliases: further paths of the front page, whose own is empty.
    """
    front, *rest = ((page, partial(draw_page, page, pages)) for page in pages)
    links = {"": st.Page(front[1], title=front[0].title, url_path="", default=True)}
    links |= {each: st.Page(front[1], title=front[0].title, url_path=each, visibility="hidden") for each in aliases}
    return links | {page.address: st.Page(draw, title=page.title, url_path=page.address) for page, draw in rest}


def surround(
    page: Page,
    pages: tuple[Page, ...],
    links: Mapping[str, st.Page],
    draw: Callable[[], None],
    in_bar: Callable[[str], None],
) -> None:
    """Draw what is around a page, and the page in it.

    Args:
        page: the one that is open. pages: all, in the menu's order. links: for Streamlit, by address.
        draw: draws the page. in_bar: draws what else belongs above the page with this address.
    """
    way = _way(page, pages, links)
    shell.offer_links(links)
    shell.styles(place_in_menu(page, pages))
    with settling(), shell.sheet():
        with shell.bar():
            shell.tools(page.address, {each.address: each.title for each in pages}, bool(page.look))
            in_bar(page.address)
            model_picker.ask_for_model()
        shell.open_with_example(page.address, page.opening)
        if page.about_sentence:
            shell.ask_for_sentence((3, 1) if page == pages[0] else (6, 1), home=page == pages[0])
        shell.keep_typed()
        shell.remember_settings()
        shell.on_the_way(way)
        draw()
        shell.remember_settings()
        if way:
            way.draw()


def place_in_menu(page: Page, pages: tuple[Page, ...]) -> int:
    """The place in the menu, from 1, of a page or of its group: pages without one come first, each for itself."""
    places = list(dict.fromkeys(each.group or each.address for each in pages))
    return places.index(page.group or page.address) + 1


def _way(page: Page, pages: tuple[Page, ...], links: Mapping[str, st.Page]) -> shell.Way | None:
    if way := way_of(page, pages):
        part, before, after = way
        return shell.Way(part, links[before.address], links[after.address])
    return None


def draw_page(page: Page, pages: tuple[Page, ...]) -> None:
    """Draw a page below what the shell has drawn: its head, then its parts. An error becomes one sentence."""
    place = shell.sentence_place() if page.about_sentence else None
    language = ENGLISH if page.french_only else resources.language_read()
    shell.head(
        page.heading or page.title, language.of(page.story), place.head if place else None, language.of(page.look)
    )
    if place and page.examples:
        with place.beside:
            shell.example_menu()
    visit = Visit(page, pages, resources.model_name(), in_browser=st.session_state.get(_IN_BROWSER, ""))
    if place:
        visit = replace(visit, sentence=place.sentence, sentences=place.sentences)
    _Drawing(visit).draw_all()


class _Drawing:
    """Draws the parts of one visit; what the visitor chooses in one is known to those after it."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._empty: bool | None = None
        self._count = 0
        self._told: set[str] = set()

    def draw_all(self) -> None:
        with self._telling():
            self.draw(self._visit.page.parts)

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Say in one sentence what went wrong, or what is missing, and leave out the rest; say it once."""
        try:
            yield
        except GlassformerError as error:
            if str(error) in self._told:
                return
            self._told.add(str(error))
            if isinstance(error, UnansweredError):
                st.info(plain(str(error)), icon=":material/edit:")
            else:
                shell.problem(str(error))

    def draw(self, parts: tuple[Part, ...]) -> None:
        for part in parts:
            self._count += 1
            if not part.when(self._visit) or (_needs_sentence(part, self._visit) and self._is_empty()):
                continue
            key = f"{self._visit.page.address}_{self._count}"
            with _at_depth(part, key):
                if isinstance(part, Section):
                    with self._telling():  # what is wrong in one section leaves the others as they are
                        self._draw_section(part)
                elif isinstance(part, InApp):
                    chosen = part.draw(self._visit) or {}
                    self._visit = replace(self._visit, chosen={**self._visit.chosen, **chosen})
                else:
                    _draw(part, self._visit, f"{key}_drawn")

    def _draw_section(self, section: Section) -> None:
        if section.late and not _was_seen(self._visit.page.address, section):
            return
        title = _markdown(section.title, self._visit)
        if section.folded:
            with st.expander(title):
                self.draw(section.parts)
            return
        if title:
            st.subheader(title, anchor=False)
        if not section.beside:
            self.draw(section.parts)
            return
        for column, part in zip(st.columns(len(section.parts), gap="medium"), section.parts, strict=True):
            with column:
                self.draw((part,))

    def _is_empty(self) -> bool:
        """Whether there is nothing to translate; the first part to ask for it says what will appear."""
        if self._empty is None:
            self._empty = resources.read(self._visit.model, self._visit.sentence).empty
            if self._empty:
                wanted = f"Type an English sentence above: {self._visit.page.waiting}"
                st.info(resources.language_read().of(wanted), icon=":material/edit:")
        return self._empty


def _was_seen(address: str, section: Section) -> bool:
    """Whether this visitor has seen a late section of the page; if not, wait for that where it will be."""
    seen = f"{address}_{section.depth}_seen"  # in the session's state
    if st.session_state.get(seen) or st.query_params.get(DEPTH) in DEPTHS[DEPTHS.index(section.depth) :]:
        return True
    tell = {"seen": lambda _: st.session_state.update({seen: True})}
    component("app/late.js")(data=Payload({}).pack(), key=f"{seen}_late", **_reactions(f"{seen}_late", tell))
    return False


def _needs_sentence(part: Part, visit: Visit) -> bool:
    waits = isinstance(part, Picture) or (isinstance(part, InApp) and part.about_sentence)
    return waits and bool(visit.page.waiting)


@contextmanager
def _at_depth(part: Part, key: str) -> Iterator[None]:
    """Put a part into a container whose name says at which depth it shows, and one that style sheets know."""
    prefix = "at" if part.depth == LOOK else "from"
    with st.container(key=f"{prefix}_{part.depth}_{key}") if part.depth else nullcontext(), _open_container(part):
        yield


def _open_container(part: Part) -> AbstractContextManager[object]:
    """Open a container that bears the part's name or is a row, inside the current one."""
    if isinstance(part, InApp) and part.row:
        return st.container(key=part.key or None, horizontal=True, vertical_alignment=part.row)
    if part.key and isinstance(part, Section | InApp):
        return st.container(key=part.key)
    return nullcontext()


def _markdown(words: Words, visit: Visit) -> str:
    """Words as Markdown: ours as they are, computed ones literally."""
    return words if isinstance(words, str) else plain(resolve_words(words, visit))


def _draw(part: Part, visit: Visit, key: str) -> None:
    """Draw a part that has none in it; `key` is its own on the page, if it names none."""
    match part:
        case Picture():
            _draw_picture(part, visit, part.key or key)
        case Chart():
            charts.show(part.figure(visit), part.key or key)
        case Table():
            tables.show(part.frame(visit), resolve_words(part.name, visit), part.key or key)
        case Text() if words := _markdown(part.words, visit):
            st.markdown(words)
        case Caption() if words := _markdown(part.words, visit):
            st.caption(words)
        case Code() if lines := part.lines(visit):
            st.code(lines, language=part.language, wrap_lines=True)


def _draw_picture(part: Picture, visit: Visit, key: str) -> None:
    made = part.made(visit)
    if made is not None:
        draw = component(f"pictures/{part.module}", part.html)
        told = {"ready": _keep_in_browser, "lacking": lambda _: _keep_in_browser("")} if part.needs else {}
        draw(data=_pack(made), key=key, **_reactions(key, {**part.answers, **told}))


def _keep_in_browser(weights: Any) -> None:
    """Note which model the visitor's browser has; none if it can't run it after all."""
    st.session_state[_IN_BROWSER] = weights


def _pack(made: Made | Payload) -> bytes:
    """A payload to send; what belongs to the model has an address of its own, if it can be written there."""
    return (made.fetching(constants.address(made.constants)) if isinstance(made, Made) else made).pack()


def _reactions(key: str, answers: Mapping[str, Callable[[Any], None]]) -> dict[str, Callable[[], None]]:
    """Streamlit's callbacks, each of which passes on the value chosen."""

    def reaction(name: str, take: Callable[[Any], None]) -> Callable[[], None]:
        return lambda: take(st.session_state[key][name])

    return {f"on_{name}_change": reaction(name, take) for name, take in answers.items()}
