"""The settings of a fresh model as the page asks for them, and the buttons of a run."""

from typing import Any

import streamlit as st

from transformer import GlassformerError
from transformer.training.live.job import TrainingJob
from transformer.training.live.report import JobReport, JobState
from transformer.training.live.settings import LIMITS, MAX_TYPED, TrainingSettings
from viewer.app import resources, shell
from viewer.app.jobs import jobs, mixture, visitor
from viewer.app.text_field import text_field
from viewer.widgets.language import FRENCH, written_by

RUN = "run"  # in the address
_PROBLEM = "training_problem"  # in the session's state: why the last button did nothing
_OTHER_RUN = "other_run_asked"  # in the session's state: whether the address named a run that is not shown
_DEFAULTS: dict[str, Any] = TrainingSettings().to_dict()


def ask() -> None:
    """Draw the settings and the button that begins a run."""
    _tell_language()
    with st.container(horizontal=True, key="train_settings", vertical_alignment="bottom"):
        _number("layers", "Layers", 1, "So many in the encoder, and as many in the decoder.")
        _number("width", "Width", 16, "d_model: how many numbers the vector of a token has.")
        _number("heads", "Heads", 1, "In each attention; they share the width among them.")
        _number("dropout", "Dropout", 0.05, "The share of numbers that are set to zero while it learns.", "%.2f")
        _number("peak", "Learning rate", 1e-3, "The highest, after the warm-up; then it falls to 0.", "%.4f")
        _number("minutes", "Minutes", 1.0, "Of training; preparing the sentence pairs comes before.", "%g")
    with st.container(horizontal=True, key="train_sentence", vertical_alignment="bottom"):
        text_field(
            "Sentence to watch",
            _DEFAULTS["sentence"],
            key="train_sentence_text",
            longest=MAX_TYPED,
            bind="query-params",
        )
        text_field(
            "Its French translation",
            _DEFAULTS["reference"],
            key="train_reference_text",
            longest=MAX_TYPED,
            placeholder="empty: as the shipped model translates it",
            help="What the model should learn to say. It is used to show teacher forcing.",
            bind="query-params",
        )
        st.button("Train a fresh model", type="primary", icon=":material/play_arrow:", on_click=_start)
    tell_problem()


def _tell_language() -> None:
    """That it will be French, where another language might be expected."""
    try:
        language = written_by(resources.loaded(resources.model_name()))
    except GlassformerError as error:
        shell.problem(str(error))
        return
    if language != FRENCH:
        st.info(
            shell.plain(
                f"The model that you have chosen writes {language.name}. What you train here learns French all the "
                "same: the grammar that makes most of its sentence pairs writes French only."
            ),
            icon=":material/translate:",
        )


def sizes() -> TrainingSettings:
    """The sizes in the fields; the defaults where no model can be made of them."""
    typed = {name: st.session_state.get(f"train_{name}") or _DEFAULTS[name] for name in ("layers", "width", "heads")}
    try:
        return TrainingSettings(**typed)
    except GlassformerError:
        return TrainingSettings()


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
    if over and not kept and (why := _why_nothing_to_keep(job.report())):
        st.caption(why)
    tell_problem()


def _why_nothing_to_keep(report: JobReport) -> str:
    """Why the model of a run that is over cannot be kept; empty if it can."""
    if report.saved:
        return ""
    if report.saving:
        return "The model is being saved; in a moment it can be kept."
    if report.state == JobState.STOPPED:
        return "There is no model to keep: the run was stopped before it had learned anything."
    return "There is no model to keep: the run ended before one was saved."


def note_asked(asked: str | None) -> None:
    """Remember whether the address names another run than the visitor's, until the visitor begins or forgets one.

    Args:
        asked: what the address says, after `find` has looked for it.
    """
    if asked:
        st.session_state[_OTHER_RUN] = asked != jobs().token(visitor()) or st.session_state.get(_OTHER_RUN, False)


def tell_problem() -> None:
    """Say why the last button did nothing, and that the run of the address is not the one that is shown."""
    if st.session_state.get(_OTHER_RUN):
        st.warning(
            "The training that the address names is not shown: it was ended, or it runs in another process or on "
            "another machine of this server"
            + (", or you have one of your own, which you see here." if jobs().token(visitor()) else "."),
            icon=":material/info:",
        )
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
        st.session_state[_PROBLEM], st.session_state[_OTHER_RUN] = "", False
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
    st.session_state[_PROBLEM], st.session_state[_OTHER_RUN] = "", False
    if RUN in st.query_params:
        del st.query_params[RUN]
