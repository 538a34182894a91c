"""The pin: kept in the address and, from page to page, in the session; set, removed, and swapped.

The address takes precedence, so that a link, a reload and Back restore what was pinned there.
"""

from dataclasses import replace

import streamlit as st

from viewer.app import resources, shell, sliders, state
from viewer.app.pinned.seen import UNTRAINED
from viewer.app.pinned.shown import Shown, parse_shown

_PINNED = "pinned"  # in the session's settings: in the address's form
_PRESENT = "present_state"  # in the session's state: what the page shows
LABORATORY, STEPS = "laboratory", "steps"  # pages with more state than sentence, model and sliders
_EDIT, _UNTOUCHED = "edit", "none"  # in the laboratory's address: its changes, and that there are none
_HOW = "how"  # on Token by token: which search
GREEDY: dict[str, float] = {"beam": 1, "alpha": 0.0}  # for `tell`


def begin(sentence: str) -> None:
    """A page begins: it shows its sentence with the chosen model and the usual search, until it reports otherwise."""
    st.session_state[_PRESENT] = Shown(_chosen_model(), sentence)


def tell(**told: str | float) -> None:
    """Report what else a page shows.

    Args:
        told: `edit`, `beam`, `alpha`, as in `Shown`.
    """
    st.session_state[_PRESENT] = replace(present(), **told)  # type: ignore[arg-type]


def present() -> Shown:
    """What the page shows."""
    shown: Shown = st.session_state[_PRESENT]
    return shown


def read_pin() -> Shown | None:
    """Read the pin from the address or the session; one from another page is written into the address."""
    found = parse_shown(st.query_params.get(state.PIN)) or parse_shown(shell.settings().get(_PINNED))
    if found:
        keep(found)
    else:
        st.query_params.pop(state.PIN, None)
    return found


def keep(shown: Shown) -> None:
    """Pin something."""
    shell.settings()[_PINNED] = shown.as_address
    if st.query_params.get(state.PIN) != shown.as_address:
        st.query_params[state.PIN] = shown.as_address


def unpin() -> None:
    """Unpin."""
    shell.settings().pop(_PINNED, None)
    st.query_params.pop(state.PIN, None)


def why_not_exchange(one: Shown) -> str:
    """Why a pinned state can't become the page's own, in a sentence; empty if it can."""
    if one.model.endswith(UNTRAINED):
        return "An untrained model can only be shown here, so you can’t swap the two."
    if one.edit and shell.opened_page() != LABORATORY:
        return "The pinned model has been changed: swap the two on the Laboratory page."
    return ""


def exchange() -> None:
    """Swap the pinned state and the page's own."""
    one, other = read_pin(), present()
    if one is None or why_not_exchange(one) or one.model not in resources.offered_models():
        return
    keep(replace(other, sentence=None) if one.sentence is None else other)
    if one.sentence is not None:
        shell.choose(one.sentence)
    st.session_state[state.MODEL] = one.model
    sliders.choose(one.beam, one.alpha)
    if shell.opened_page() == LABORATORY:
        st.query_params[_EDIT] = one.edit or _UNTOUCHED
    elif shell.opened_page() == STEPS:
        st.session_state[_HOW] = "greedy" if one.beam == 1 else "beam"


def _chosen_model() -> str:
    chosen, offered = st.session_state.get(state.MODEL, ""), resources.offered_models()
    return chosen if chosen in offered else next(iter(offered))
