"""The models that a visitor has trained and kept, and the way to delete them."""

import datetime

import streamlit as st

from transformer import GlassformerError
from transformer.training.live.kept_models import KeptModel
from viewer.app import shell, state
from viewer.app.jobs import jobs, visitor
from viewer.app.menu import close_menus, menu

_PROBLEM = "kept_models_problem"  # in the session's state: why the last button did nothing


def show() -> None:
    """List what the visitor has kept, each with the day until which it stays; nothing where there is nothing."""
    own = jobs().models.of(visitor())
    problem = st.session_state.pop(_PROBLEM, "")
    if not own and not problem:
        return
    st.subheader("Models that you keep", anchor=False)
    if problem:
        shell.problem(problem)
    st.caption(
        "Choose one at the top right, here or on any other page. Others see it only by a link that you give them."
    )
    for each in own:
        _line(each)


def _line(model: KeptModel) -> None:
    assert model.record is not None
    with st.container(horizontal=True, vertical_alignment="center", key=f"kept_{model.name}"):
        st.markdown(f"**{shell.plain(model.name)}**, until {_day(model.record.until)}", width="content")
        chosen = st.session_state.get(state.MODEL) == model.name
        st.button(
            "Chosen" if chosen else "Choose it",
            icon=":material/check:" if chosen else ":material/translate:",
            key=f"choose_{model.name}",
            on_click=_choose,
            args=[model.name],
            disabled=chosen,
            help="Every page translates with it then.",
        )
        with menu("Delete", key=f"delete_{model.name}", icon=":material/delete:"):
            st.markdown(f"Delete {shell.plain(model.name)} for good? Links to it open nothing then.")
            st.button("Delete it", type="primary", key=f"sure_{model.name}", on_click=_delete, args=[model.name])


def _choose(name: str) -> None:
    st.session_state[state.MODEL] = name


def _day(written: str) -> str:
    day = datetime.date.fromisoformat(written)
    return f"{day.day} {day:%B %Y}"


def _delete(name: str) -> None:
    close_menus()
    try:
        jobs().delete(visitor(), name)
    except GlassformerError as error:
        st.session_state[_PROBLEM] = str(error)
