"""The settings of a fresh model as fields, and the buttons of a run."""

import io
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import streamlit as st

from transformer import GlassformerError
from transformer.training.live.report import RunReport, RunState
from transformer.training.live.runs import Run
from transformer.training.live.settings import LIMITS, MAX_TYPED, TrainingSettings
from viewer.app import resources, shell, state
from viewer.app.jobs import RUN, jobs, mixture
from viewer.app.text_field import text_field
from viewer.widgets.language import FRENCH, target_language

_DEFAULTS: dict[str, Any] = asdict(TrainingSettings())


def ask(unknown: bool) -> None:
    """Draw the settings and the button that starts a run.

    Args:
        unknown: whether the address names a run that is not here.
    """
    _tell_language()
    with (
        st.container(key="from_understand_settings"),
        st.container(horizontal=True, key="train_settings", vertical_alignment="bottom"),
    ):
        _number("layers", "Layers", 1, "This many in the encoder, and the same in the decoder.")
        _number("width", "Width", 16, "d_model: how many numbers a token’s vector has.")
        _number("heads", "Heads", 1, "Per attention; the width is split evenly between them.")
        _number("dropout", "Dropout", 0.05, "The share of numbers set to zero while it learns.", "%.2f")
        _number("peak", "Learning rate", 1e-3, "The peak, after the warm-up; then it falls to 0.", "%.4f")
        _number("minutes", "Minutes", 1.0, "Training time, not counting the preparation of sentence pairs.", "%g")
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
            placeholder="empty: the built-in model’s translation",
            bind="query-params",
        )
        pressed = st.button("Train a fresh model", type="primary", icon=":material/play_arrow:")
    if pressed:
        _start()
    elif unknown:
        st.warning(
            "This link’s training isn’t here: it has ended, or it runs in a different process or on a different "
            "machine of this server.",
            icon=":material/info:",
        )


def _tell_language() -> None:
    """Say that the model will write French, if the visitor might expect another language."""
    try:
        language = target_language(resources.load_model(resources.model_name()))
    except GlassformerError as error:
        shell.problem(str(error))
        return
    if language != FRENCH:
        st.info(
            shell.plain(
                f"The model you chose writes {language.name}. What you train here still learns French: the grammar "
                "that makes most of its sentence pairs writes only French."
            ),
            icon=":material/translate:",
        )


def sizes() -> TrainingSettings:
    """The sizes and the minutes in the fields; the defaults if they don't make a model."""
    names = ("layers", "width", "heads", "minutes")
    typed = {name: st.session_state.get(f"train_{name}") or _DEFAULTS[name] for name in names}
    try:
        return TrainingSettings(**typed)
    except GlassformerError:
        return TrainingSettings()


def buttons(run: Run, report: RunReport) -> None:
    """Draw what you can do with a run right now."""
    running, paused = report.state == RunState.RUNNING, report.state == RunState.PAUSED
    with st.container(horizontal=True, key="train_buttons"):
        st.button(
            "Resume" if paused else "Pause",
            icon=":material/play_arrow:" if paused else ":material/pause:",
            on_click=run.order,
            args=["resume" if paused else "pause"],
            key="train_resume" if paused else "train_pause",
            disabled=not (running or paused),
        )
        st.button(
            "Stop",
            icon=":material/stop:",
            on_click=run.order,
            args=["stop"],
            key="train_stop",
            disabled=not report.state.active,
        )
        if report.saved:
            _model_buttons(run)
        if st.button("Reset", icon=":material/restart_alt:", key="train_reset", help="Discard this run."):
            jobs().reset(run.name)
            st.session_state.pop(RUN, None)
            st.query_params.pop(RUN, None)
            st.rerun()


def _model_buttons(run: Run) -> None:
    chosen = st.session_state.get(state.MODEL) == run.name
    st.button(
        "In use" if chosen else "Use this model",
        icon=":material/check:" if chosen else ":material/translate:",
        on_click=st.session_state.update,
        args=[{state.MODEL: run.name}],
        key="train_choose",
        disabled=chosen,
        help="Every page then translates with it. Others see it only through a link you give them.",
    )
    st.download_button(
        "Download",
        lambda: zip_folder(run.model),
        file_name=f"{run.name}.zip",
        mime="application/zip",
        icon=":material/download:",
        key="train_download",
        on_click="ignore",
        help="A folder for transformer.load, and for the command line.",
    )


def zip_folder(folder: Path) -> bytes:
    """A folder of files as a zip archive."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, f"{folder.name}/{file.name}")
    return content.getvalue()


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
            reference = resources.in_french(resources.model_name(), sentence)
        settings = TrainingSettings(
            **{name: value if value is not None else _DEFAULTS[name] for name, value in chosen.items()},
            sentence=sentence,
            reference=reference,
            mixture=mixture(),
        )
        st.query_params[RUN] = jobs().start(settings, st.session_state.get(RUN, ""))
    except GlassformerError as error:
        st.warning(shell.plain(str(error)), icon=":material/info:")
    else:
        st.rerun()
