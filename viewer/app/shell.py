"""What surrounds every page: styles, the page's head, the sentence."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from transformer import GlassformerError
from transformer.assets import asset
from transformer.text.doubts import describe_unread
from viewer.app import resources, state, turns
from viewer.app.menu import close_menus, menu
from viewer.app.messages import problem
from viewer.app.model_picker import language_asked_for, tell_unknown_model
from viewer.app.several_sentences import choose_sentence, sentences_of
from viewer.app.text_field import text_field
from viewer.app.typed import Typed
from viewer.transport import typefaces
from viewer.transport.component import component
from viewer.widgets import glossary
from viewer.widgets.answers import answers, restore
from viewer.widgets.plain import plain

_place: ContextVar["SentencePlace | None"] = ContextVar("glassformer_sentence", default=None)
_way: ContextVar["Way | None"] = ContextVar("glassformer_way", default=None)
_links: ContextVar[Mapping[str, st.Page]] = ContextVar("glassformer_links", default=MappingProxyType({}))
# In the session's state: the page opened last, whether that was just now, the example it opened with, and whether the
# visitor has asked for another sentence.
_OPENED, _ARRIVED, _OPENING, _ASKED = "opened_page", "page_arrived", "opening_sentence", "sentence_asked"
_WORDS_QUOTED = 5  # to find where a sentence was cut
_TYPED = "typed_before"  # in the session's state
_TYPED_KEEPER, _REMEMBERED = "typed_keeper", "remembered"  # page.css knows the first
_MENU, _EXAMPLES = "examples_menu", "examples"
_SETTINGS = "settings"  # in the session's state: what `bring_along` gives to the next page
_WORD, _PATIENCE = 1.5, 60.0  # seconds until a waiting visitor sees a message, and until an error


@dataclass(frozen=True)
class SentencePlace:
    """The sentence that pages share, and the space around its field.

    Attributes:
        sentence: what the visitor typed; if several, the one that the pages show.
        sentences: all of them.
        head: above the field. beside: to its right. below: below it.
    """

    sentence: str
    sentences: tuple[str, ...]
    head: DeltaGenerator
    beside: DeltaGenerator
    below: DeltaGenerator


def open_with_example(page: str, opening: str | Mapping[str, str] = state.DEFAULT_SENTENCE) -> None:
    """Put a page's own example into the sentence's field, unless the visitor has asked for a sentence.

    A link, a chosen example and anything typed count as asking, even for the same sentence.

    Args:
        page: its address. opening: its example, or one for each language that the model writes.
    """
    kept, own = st.session_state, _opening(opening)
    kept[_ARRIVED] = kept.get(_OPENED) != page
    kept[_OPENED] = page
    asked = state.SENTENCE in st.query_params or (
        not _went_back() and (kept.get(_ASKED, False) or kept.get(state.SENTENCE) != kept.get(_OPENING))
    )
    if not asked and (kept[_ARRIVED] or _went_back()):
        kept[state.SENTENCE] = own
    sentence = kept.setdefault(state.SENTENCE, st.query_params.get(state.SENTENCE, own))
    kept[_OPENING] = own
    kept[_ASKED] = asked or sentence != own  # another model has another example, but the sentence stays


def _went_back() -> bool:
    """Whether the browser's Back or Forward led here: then only the address counts."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def _opening(opening: str | Mapping[str, str]) -> str:
    """The example for the chosen model.

    One that has examples of its own, or reads another language than English, has its first one everywhere, or none.
    """
    first = next(iter(resources.examples()), "")
    if first != state.DEFAULT_SENTENCE:
        return first
    if isinstance(opening, str):
        return opening
    return opening.get(resources.language_written().code, state.DEFAULT_SENTENCE)


def ask_for_sentence(widths: tuple[int, int], home: bool = False) -> None:
    """Draw the sentence's field, for the page that runs next.

    The shell draws it, not the pages, because Streamlit removes whatever a page binds to the address when a visitor
    goes to another page; what the shell binds stays.

    Args:
        widths: of the field and of what is next to it.
        home: whether that is the home page.
    """
    head, language = _head_place(home), resources.language_read()
    left, beside = st.columns(widths, gap="medium", vertical_alignment="top")
    with left:
        # The address omits the field's default, but must contain any request: nobody requests a space.
        text = text_field(
            language.of("An English sentence"),
            " " if st.session_state[_ASKED] else st.session_state[_OPENING],
            key=state.SENTENCE,
            placeholder=language.of("Type an English sentence"),
            live="400ms",
            bind="query-params",
        )
        sentences = sentences_of(text, language.code)
        shown = choose_sentence(sentences, text, language.code)
        _tell_what_the_model_reads(shown, home)
        asked = language_asked_for()
        shown, *each_sentence = (f"{asked}{each}" if each.strip() else each for each in (shown, *sentences))
    own = (*state.PARTING.values(), *state.PATCHED, *state.ORDERED, *state.MISSED.values())
    if text not in (*resources.examples(), *own, state.SQUEEZED, state.CROSSED):
        _typed_in_session().add(text, time.monotonic())
    _place.set(SentencePlace(shown, tuple(each_sentence), head, beside, left))


def _tell_what_the_model_reads(sentence: str, home: bool) -> None:
    """Show what part of the sentence bypasses the model, and where a sentence that is too long was cut."""
    try:
        source = resources.read(resources.model_name(), sentence)
    except GlassformerError:  # the page says so
        return
    for told in () if home else describe_unread(source):  # the badge of the home page says so
        st.caption(plain(told))
    if source.cut:
        st.caption(
            plain(
                f"This sentence is too long for the model: it reads the first {len(source.ids) - 1} tokens, up to "
                f"{last_words(source.text)}, and leaves out the rest."
            )
        )


def last_words(text: str) -> str:
    """The words where a text was cut, quoted."""
    return f"“… {' '.join(text.split()[-_WORDS_QUOTED:])[-99:]}”"


def remember_settings() -> None:
    """Keep what the visitor chose on the page, for `bring_along`."""
    kept = settings()
    kept.update({name: st.session_state[name] for name in state.SETTINGS if name in st.session_state})


def bring_along(*names: str) -> None:
    """Give a page's widgets the values that the visitor chose on another page, unless the address has others.

    Args: names: from `state.SETTINGS`.
    """
    kept = settings()
    for name in names:
        if name in kept and name not in st.session_state and name not in st.query_params:
            st.session_state[name] = kept[name]


def settings() -> dict[str, Any]:
    """What the visitor has chosen on any page, by name."""
    return st.session_state.setdefault(_SETTINGS, {})


def opened_page() -> str:
    """The address of the page that is open; empty for the home page."""
    return str(st.session_state.get(_OPENED, ""))


def has_arrived() -> bool:
    """Whether the visitor has just come to this page, from another page or from outside."""
    return bool(st.session_state.get(_ARRIVED))


def sheet() -> DeltaGenerator:
    """Whatever the whole page needs.

    The style sheet arrives some moments after the page's first elements. Until then, this is one pixel high, and
    nothing that would move is visible; the style sheet opens it.
    """
    return st.container(key="page_sheet", height=1, border=False)


def bar() -> DeltaGenerator:
    """Where the page's tools and the model picker go, on the right of its head."""
    return st.container(key="page_bar", horizontal=True, horizontal_alignment="right", gap=None)


def tools(page: str, pages: Mapping[str, str], depths: bool) -> None:
    """Draw the button that copies the page's link; it brings projector mode and the meanings of words and letters.

    Args:
        page: the address of the one that is drawn.
        pages: the titles of all by their addresses, in the order in which projector mode goes through them.
        depths: whether the page has the switch Look, Understand, Prove.
    """
    languages = {"source": resources.language_read().code, "target": resources.language_written().code}
    component("app/tools.js", '<div class="walk tools"></div>')(
        data={
            **{"page": page, "pages": tuple(pages), "depths": depths},
            **{"words": glossary.as_facts(), "languages": languages},
        },
        key="page_tools",
        width="content",
    )


def keep_typed() -> None:
    """Have the browser store what the visitor typed and answered; this component is invisible."""
    with st.container(key=_TYPED_KEEPER, height=1, border=False):  # until the style sheet hides it completely
        component("app/typed.js", '<div class="walk typed"></div>')(
            data={"typed": tuple(typed_sentences()), "answers": answers(st.session_state)},
            key=_REMEMBERED,
            on_typed_change=lambda: _typed_in_session().restore(st.session_state[_REMEMBERED].typed),
            on_answers_change=lambda: restore(st.session_state, st.session_state[_REMEMBERED].answers),
        )


def link(address: str) -> st.Page:
    """The page at an address, for `st.page_link` and `st.switch_page`."""
    return _links.get()[address]


def offer_links(links: Mapping[str, st.Page]) -> None:
    """Let the page that runs next link to these pages, which are named by their addresses."""
    _links.set(links)


def typed_sentences() -> list[str]:
    """The sentences that the visitor has typed, latest first."""
    return _typed_in_session().sentences


def _typed_in_session() -> Typed:
    kept: Typed = st.session_state.setdefault(_TYPED, Typed())
    return kept


def sentence_place() -> SentencePlace:
    """What `ask_for_sentence` drew in this run."""
    place = _place.get()
    assert place is not None, "the shell asks for the sentence before a page that needs it runs"
    return place


def examples(count: int) -> None:
    """The first example sentences, each one click away; `example_menu` has them all."""
    _offer_sentences({"Examples": resources.examples()[:count]}, _EXAMPLES)


def example_menu() -> None:
    """The examples behind a button, for pages where the sentence is not the main thing."""
    with st.container(key="walk_examples"), menu("Examples", _MENU, width="stretch"):
        lists = {"Typed before": typed_sentences(), "Examples": resources.examples()}
        _offer_sentences(lists, f"{_MENU}_lists")


def _offer_sentences(lists: Mapping[str, Sequence[str]], key: str) -> None:
    """Lists of sentences with their titles; the one that is clicked goes into the field."""

    def choose_clicked() -> None:
        if isinstance(clicked := st.session_state[key].chosen, str):
            choose(clicked[: state.MAX_TYPED])

    component("app/examples.js", '<div class="walk samples"></div>')(
        data={"lists": tuple((title, tuple(sentences)) for title, sentences in lists.items())},
        key=key,
        on_chosen_change=choose_clicked,
    )


def choose(example: str) -> None:
    """Put a requested sentence into the field; its menu closes."""
    st.session_state[state.SENTENCE], st.session_state[_ASKED] = example, True
    close_menus()


def in_turn(draw: Callable[[], None]) -> None:
    """Draw when it is this visitor's turn; show a message if the wait takes more than a moment.

    Threads that all compute compete for Python's lock, and together do less than two of them alone. A whole run takes
    its turn, not just the model: everything else that runs in Python slows decoding just as much.
    """
    if not turns.TURNS.acquire(timeout=_WORD):
        st.toast("Busy right now: your answer comes in a moment.", icon=":material/hourglass_top:")
        if not turns.TURNS.acquire(timeout=_PATIENCE):
            problem("Too busy right now. Please try again in a minute.")
            return
    with turns.taken_turn():
        draw()


def styles(place: int) -> None:
    """Load the pages' style sheet and typefaces.

    Args:
        place: of the page or its group in the menu, which is marked; Streamlit marks only links, by their address.
    """
    typefaces.serve()
    st.html(asset("styles", "page.css"))
    # Menus and dialogs are outside the element on which Streamlit says whether the theme is dark.
    overlay = f"[data-st-overlay-root] {{ color-scheme: {st.context.theme.type or 'light dark'} }}"
    marked = f"nav > :nth-child({place}) :is(a, button) p {{ font-weight: 600 }}"
    st.html(f"<style>{overlay}{marked}</style>")


@dataclass(frozen=True)
class Way:
    """Where a page is among those of its group, and the pages before and after it.

    Attributes:
        part: its place in the group, such as “3 of 7”.
    """

    part: str
    before: st.Page
    after: st.Page

    def draw(self) -> None:
        """Draw it as the page's last line."""
        with st.container(horizontal=True, horizontal_alignment="distribute", key="walk_steps"):
            st.page_link(self.before, label=self.before.title, icon=":material/arrow_back:")
            st.page_link(self.after, label=self.after.title, icon=":material/arrow_forward:", icon_position="right")


def on_the_way(way: Way | None) -> None:
    """Say where the page that runs next is, for its head."""
    _way.set(way)


def head(title: str, story: str, place: DeltaGenerator | None = None, look: str = "") -> None:
    """A page's title and what happens on it, both our own words, never a visitor's.

    Args:
        title: of the page. story: below it.
        place: above the sentence, on a page that has one.
        look: under it at Look, on a page that has depths.
    """
    way = _way.get()
    with place or _head_place():
        if look or way:
            with st.container(horizontal=True, vertical_alignment="bottom", key="page_title"):
                st.title(title, anchor=False, width="content")
                if way and way.part:
                    st.caption(way.part, width="content")
        else:
            st.title(title, anchor=False)
        if look:
            st.container(key="at_look_story").markdown(look)
            st.container(key="from_understand_story").markdown(glossary.link_terms(story))
        else:
            st.markdown(glossary.link_terms(story))
        tell_unknown_model()


def _head_place(home: bool = False) -> DeltaGenerator:
    """Where a page's head goes; the home page's has the logo."""
    return st.container(key="page_head_home" if home else "page_head")
