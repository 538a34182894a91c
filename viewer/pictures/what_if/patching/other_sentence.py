"""The second sentence of Patching: typed or chosen, with what to copy from it."""

from typing import Any

import streamlit as st

from transformer import GlassformerError
from viewer.app import shell, state
from viewer.app.belonging import is_current
from viewer.app.menu import menu
from viewer.app.page import Visit
from viewer.app.text_field import text_field
from viewer.pictures.what_if.patching import maps, pairs
from viewer.transport.payload import Payload

MAP, CELL = "map", "cell"  # in the address
USUAL = "residual"  # of the maps
_BELONGS_TO = "patched_cell_belongs_to"  # in the session's state: the sentences of the cell in the address
_MENU, _KIND = "patching_pairs", "patching_kind"


def ask_for_other(visit: Visit) -> dict[str, Any]:
    """Ask for the other sentence, and offer pairs of sentences."""
    place = shell.sentence_place()
    with place.beside:
        _menu(pairs.fitting(visit.model))
    with place.below:
        return {"other": _other(visit.model, visit.sentence)}


def ask_what_to_copy(visit: Visit) -> dict[str, str]:
    """Ask which part of the second run goes into the first."""
    what = st.segmented_control(
        "Copy one part of",
        list(maps.MAPS),
        default=USUAL,
        required=True,
        format_func=maps.MAPS.__getitem__,
        key=MAP,
        bind="query-params",
    )
    pair = (visit.chosen["other"], visit.sentence)
    st.button("Swap the two", icon=":material/swap_vert:", on_click=_choose, args=pair)
    return {"what": what or USUAL}


def check_pair(visit: Visit) -> dict[str, Any]:
    """Find out whether the two sentences can be patched, and what is shown: a row at Look; say why they can't."""
    other = visit.chosen["other"]
    if any(visit.translator.read(text).empty for text in (visit.sentence, other)):
        asks = "Type two sentences that differ in one thing. Or choose one of the pairs."
        st.info(asks, icon=":material/edit:")
        return {}
    cell = _read_cell((visit.model, visit.sentence, other))
    shown = visit.chosen.get("what") or maps.choose_place(visit.translator.model.config, cell)
    try:
        maps.compute_map(visit.model, visit.sentence, other, shown)
    except GlassformerError as error:
        shell.problem(str(error))
        cut = (shell.plain(pairs.describe_split(visit.translator, text)) for text in (visit.sentence, other))
        st.caption("Their tokens:  \n" + "  \n".join(cut))
        return {}
    return {"shown": shown, "cell": cell}


def compute_patches(visit: Visit) -> Payload | None:
    """Patch what is shown at every position; without a server, use a built-in pair if this sentence has none."""
    one, other = visit.sentence, visit.chosen.get("other", "")
    what = visit.chosen.get("shown")
    if visit.alone:
        other, what = pairs.find_other(visit.model, one), USUAL
        one, other = (one, other) if other else state.PATCHED
    if what is None:
        return None
    found = maps.compute_map(visit.model, one, other, what)
    cell = maps.read_cell(visit.translator.model.config, visit.chosen.get("cell"), found)
    changed = maps.translate_patched(visit.model, one, other, cell)
    return maps.payload(visit.translator, found, what, cell, changed)


def take_cell(cell: Any) -> None:
    """Write the cell that was chosen in the picture into the address."""
    if isinstance(cell, str):
        st.query_params[CELL] = cell


def _other(name: str, sentence: str) -> str:
    """Ask for the other sentence; one is offered, and what was typed is kept."""
    of, before = shell.settings().get(state.OTHER, (None, ""))
    if state.OTHER not in st.session_state and state.OTHER not in st.query_params:
        st.session_state[state.OTHER] = before if of == sentence else pairs.find_other(name, sentence)
    elif of not in (None, sentence) and st.session_state.get(state.OTHER) == before == pairs.find_other(name, of):
        st.session_state[state.OTHER] = pairs.find_other(name, sentence)  # the last one was offered too
    other = text_field(
        "The second sentence, with as many tokens",
        state.PATCHED[1],  # also for a browser that is too late for the first run's state
        key=state.OTHER,
        bind="query-params",
        placeholder="The same sentence with one thing changed",
        live="400ms",
    )
    shell.settings()[state.OTHER] = (sentence, other)
    return other


def _menu(offered: dict[str, list[tuple[str, str]]]) -> None:
    """The built-in pairs, kind by kind, under a button."""
    if not offered:
        return
    with st.container(key="walk_examples"):
        pairs_menu = menu("Pairs", _MENU, width="stretch", on_change="rerun")
    with pairs_menu:
        if not pairs_menu.open:
            return
        kind = st.segmented_control(
            "They differ in",
            list(offered),
            default=next(iter(offered)),
            required=True,
            format_func=pairs.KINDS.__getitem__,
            key=_KIND,
        )
        for number, pair in enumerate(offered[kind or next(iter(offered))]):
            st.button(pairs.format_pair(*pair), key=f"pair_{number}", type="tertiary", on_click=_choose, args=pair)


def _choose(one: str, other: str) -> None:
    shell.choose(one)
    st.session_state[state.OTHER] = other


def _read_cell(belongs_to: tuple[str, str, str]) -> str | None:
    """The cell in the address; none if the visitor has since changed what it belongs to."""
    if not is_current(_BELONGS_TO, belongs_to) and CELL in st.query_params:
        del st.query_params[CELL]
    return st.query_params.get(CELL)
