"""Start here: five screens with the live model, a question on each before its answer."""

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell, state
from viewer.app.pages import page_file
from viewer.learn.start.screens import Screen, screens
from viewer.widgets import charts

SCREEN = "screen"  # in the address, counted from 1
STORY = "What a Transformer does, in five questions, answered live by the model. Guess first, then look."


@st.cache_resource(show_spinner="The model is answering the five questions …", max_entries=4)
def computed(name: str) -> tuple[Screen, ...]:
    """The screens of one model."""
    return screens(resources.loaded(name), state.DEFAULT_SENTENCE)


def show() -> None:
    """Draw the page."""
    shell.head("Start here", STORY)
    name = resources.model_name()
    try:
        all_screens = computed(name)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    number = _number(len(all_screens))
    screen = all_screens[number - 1]
    _progress(name, number, all_screens)
    st.subheader(f"{number}. {screen.title}", anchor=False)
    st.markdown(shell.plain(screen.idea))
    key = _guess_key(name, number)
    if st.session_state.get(key) not in screen.options:  # remembered by the browser from another model of this name
        st.session_state.pop(key, None)
    guess = st.radio(
        shell.plain(screen.question),
        screen.options,
        index=None,
        format_func=shell.plain,
        key=key,
        persist_state="session",
    )
    if guess is None:
        st.caption("Pick an answer to see the model's.")
    else:
        _answer(screen, screen.options.index(guess))
    _onward(number, len(all_screens))


def _answer(screen: Screen, guess: int) -> None:
    right = guess == screen.right
    told = shell.plain(f"{'Yes.' if right else 'Not quite.'} {screen.told}")
    (st.success if right else st.info)(told, icon=":material/check:" if right else ":material/lightbulb:")
    charts.show(screen.picture, "start_picture")
    st.page_link(page_file(screen.onward), label=f"See more: {screen.more}", icon=":material/arrow_outward:")


def _progress(name: str, number: int, all_screens: tuple[Screen, ...]) -> None:
    guesses = [
        (screen, st.session_state.get(_guess_key(name, at)))
        for at, screen in enumerate(all_screens, start=1)
        if st.session_state.get(_guess_key(name, at)) in screen.options
    ]
    right = sum(screen.options.index(guess) == screen.right for screen, guess in guesses)
    counted = f" · {right} of {len(guesses)} guessed right" if guesses else ""
    st.progress(number / len(all_screens), f"{number} of {len(all_screens)}{counted}")


def _onward(number: int, count: int) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", key="start_steps"):
        st.button("Back", icon=":material/arrow_back:", disabled=number == 1, on_click=_go, args=(number - 1,))
        if number < count:
            st.button("Next", icon=":material/arrow_forward:", icon_position="right", on_click=_go, args=(number + 1,))
        else:
            st.page_link(page_file("exercises"), label="Exercises", icon=":material/edit_note:")
            st.page_link(page_file("embedding"), label="Walk through the whole model", icon=":material/arrow_forward:")


def _guess_key(name: str, number: int) -> str:
    return f"guess_{number}_{name}"


def _number(count: int) -> int:
    written = st.query_params.get(SCREEN, "1")
    return min(max(int(written), 1), count) if written.isascii() and written.isdigit() and len(written) < 4 else 1


def _go(number: int) -> None:
    st.query_params[SCREEN] = str(number)


show()
