"""The choice of a model, and of the language that it writes."""

from collections.abc import Callable, Sequence

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, state
from viewer.app.jobs import RUN, jobs
from viewer.app.messages import problem
from viewer.widgets.language import name_code

_UNKNOWN_MODEL = "unknown_model"  # in the session's state: what the address requested


def ask_for_model() -> None:
    """Offer the available models, on the right of the page's head; nothing if there is only one."""
    jobs().find(st.session_state.get(RUN, ""))  # the visitor is on another page, and still here
    names = list(resources.offered_models())
    asked = st.query_params.get(state.MODEL)
    if asked and asked not in names and resources.open_linked(asked):
        names = list(resources.offered_models())
    for wanted in (st.session_state.get(state.MODEL), asked):
        if wanted and wanted not in names:  # Streamlit is about to forget it
            st.session_state[_UNKNOWN_MODEL] = wanted
    if len(names) > 1:
        help = "Models you train or import here are listed too."
        _choose("Model", names, state.MODEL, resources.titles().__getitem__, help, 208)
    _ask_for_language()


def _ask_for_language() -> None:
    """Offer the languages that the model can write, if it writes several."""
    try:
        languages = resources.load_model(resources.model_name()).languages
    except GlassformerError:  # the page says so
        return
    if languages:
        help = "Your sentence begins with this token: the model learned to write the language that it names."
        _choose("Language to write", languages, state.INTO, name_code, help, 176)


def _choose(label: str, names: Sequence[str], key: str, title: Callable[[str], str], help: str, width: int) -> None:
    """Offer these names by their titles.

    Streamlit would write into the address what the options are called. So one box, which is never seen, has their
    names, and another shows what they are called; page.css knows both.
    """
    picked = f"{key}_picked"
    st.selectbox(f"{label} in the address", names, key=key, bind="query-params")
    st.session_state[picked] = st.session_state[key]
    st.selectbox(
        label,
        names,
        format_func=title,
        key=picked,
        on_change=lambda: st.session_state.update({key: st.session_state[picked]}),
        label_visibility="collapsed",
        help=help,
        width=width,
    )


def tell_unknown_model() -> None:
    """Say that the address names a model that is not here, until the visitor has read it."""
    if _UNKNOWN_MODEL not in st.session_state:
        return
    asked = str(st.session_state[_UNKNOWN_MODEL])[:60]
    titles = resources.titles()
    shown = titles.get(st.session_state.get(state.MODEL, ""), next(iter(titles.values())))
    with st.container(horizontal=True, vertical_alignment="center", key="unknown_model_told"):
        problem(
            f"Model “{asked}” isn’t on this server, so you see {shown}. A model trained on the Training page exists "
            "only on the server that trained it, until the server stops or newer models take its place."
        )
        st.button("Close", key="close_unknown_model", on_click=lambda: st.session_state.pop(_UNKNOWN_MODEL, None))


def language_asked_for() -> str:
    """The token of the language that the visitor wants the model to write, and a space; empty if it writes only one."""
    try:
        languages = resources.load_model(resources.model_name()).languages
    except GlassformerError:  # the page says so
        return ""
    chosen = st.session_state.get(state.INTO)
    return f">>{chosen if chosen in languages else languages[0]}<< " if languages else ""
