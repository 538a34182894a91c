"""The settings of a fresh model as the page asks for them, and the buttons of a run."""

from typing import Any

import streamlit as st

from transformer import GlassformerError
from transformer.live_training.job import TrainingJob
from transformer.live_training.report import JobState
from transformer.live_training.settings import LIMITS, MAX_TYPED, TrainingSettings
from viewer import resources, shell
from viewer.shared.jobs import jobs, mixture, visitor
from viewer.shared.language import FRENCH, written_by

RUN = "run"  # in the address
_PROBLEM = "training_problem"  # in the session's state: why the last button did nothing
_DEFAULTS: dict[str, Any] = TrainingSettings().to_dict()


def ask() -> None:
    """Draw the settings and the button that begins a run."""
    with st.container(horizontal=True, key="train_settings", vertical_alignment="bottom"):
        _number("layers", "Layers", 1, "Of the encoder, and as many of the decoder.")
        _number("width", "Width", 16, "d_model: numbers in a token's vector.")
        _number("heads", "Heads", 1, "Of each attention; they share the width.")
        _number("dropout", "Dropout", 0.05, "How often a number is set to zero while learning.", "%.2f")
        _number("peak", "Learning rate", 1e-3, "At its peak, after the warm-up; then it falls to 0.", "%.4f")
        _number("minutes", "Minutes", 1.0, "Of training. Preparing the corpus comes before.", "%g")
    with st.container(horizontal=True, key="train_sentence", vertical_alignment="bottom"):
        st.text_input(
            "Sentence to watch",
            _DEFAULTS["sentence"],
            key="train_sentence_text",
            max_chars=MAX_TYPED,
            persist_state="session",
        )
        st.text_input(
            "Its French, for teacher forcing",
            _DEFAULTS["reference"],
            key="train_reference_text",
            max_chars=MAX_TYPED,
            placeholder="empty: as the shipped model translates it",
            persist_state="session",
        )
        st.button("Train a fresh model", type="primary", icon=":material/play_arrow:", on_click=_start)
    tell_problem()


def buttons(job: TrainingJob) -> None:
    """Draw what can be done with a run just now."""
    state = job.state
    over = not state.active
    with st.container(horizontal=True, key="train_buttons"):
        if state == JobState.PAUSED:
            st.button("Go on", icon=":material/play_arrow:", on_click=job.resume, key="train_resume")
        else:
            st.button(
                "Pause", icon=":material/pause:", on_click=job.pause, key="train_pause", disabled=state != "running"
            )
        st.button("Stop", icon=":material/stop:", on_click=job.stop, key="train_stop", disabled=over)
        kept = jobs().kept_as(visitor())
        st.button(
            "Kept" if kept else "Keep the model",
            icon=":material/bookmark:",
            on_click=_keep,
            key="train_keep",
            disabled=bool(kept) or not (over and job.report().saved),
            help="Open it on every other page. It can be kept when the run has finished or was stopped.",
        )
        st.button("Reset", icon=":material/restart_alt:", on_click=_reset, key="train_reset", help="Forget this run.")
    tell_problem()


def tell_problem() -> None:
    """Say why the last button did nothing."""
    if problem := st.session_state.get(_PROBLEM):
        st.warning(shell.plain(problem), icon=":material/info:")


def _number(name: str, label: str, step: float, told: str, form: str | None = None) -> None:
    default, (smallest, largest) = _DEFAULTS[name], LIMITS[name]
    kind = type(default)
    st.number_input(
        label,
        max(kind(smallest), kind(0.5)) if name == "minutes" else kind(smallest),
        kind(largest),
        default,
        kind(step),
        format=form,
        key=f"train_{name}",
        help=told,
        width=130,
        persist_state="session",
    )


def _start() -> None:
    chosen = {name: st.session_state[f"train_{name}"] for name in LIMITS}
    sentence, reference = (st.session_state[f"train_{name}_text"] or "" for name in ("sentence", "reference"))
    try:
        if not reference.strip() and sentence.strip():
            chosen_model = resources.model_name()
            french = written_by(resources.loaded(chosen_model)) == FRENCH
            reference = resources.beam_search(chosen_model if french else resources.DEFAULT_MODEL, sentence).text
        settings = TrainingSettings(
            **{name: value if value is not None else _DEFAULTS[name] for name, value in chosen.items()},
            sentence=sentence,
            reference=reference,
            mixture=mixture(),
        )
        st.query_params[RUN] = jobs().start(visitor(), settings)
        st.session_state[_PROBLEM] = ""
    except GlassformerError as error:
        st.session_state[_PROBLEM] = str(error)


def _keep() -> None:
    try:
        jobs().keep(visitor())
        st.session_state[_PROBLEM] = ""
    except GlassformerError as error:
        st.session_state[_PROBLEM] = str(error)


def _reset() -> None:
    jobs().reset(visitor())
    st.session_state[_PROBLEM] = ""
    if RUN in st.query_params:
        del st.query_params[RUN]
