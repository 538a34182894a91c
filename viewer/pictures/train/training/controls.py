"""What a fresh model is to learn, the settings of one that learns French, and the buttons of a run."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import streamlit as st

from transformer import GlassformerError
from transformer.corpora import Pair
from transformer.corpora.direction import UNNAMED
from transformer.corpora.everyday import natural_pairs
from transformer.corpora.own_pairs import FEWEST, MOST, MOST_BYTES, read_own_pairs
from transformer.corpora.pairs import evenly
from transformer.corpora.rules import RULES
from transformer.training.live.preparing import hold_out, settings_for
from transformer.training.live.report import RunReport, RunState
from transformer.training.live.runs import MOST_RUNS, Run
from transformer.training.live.settings import EVERYDAY_MIXTURE, LIMITS, MAX_TYPED, TrainingSettings
from transformer.training.recorded_run import SENTENCES, RecordedSentence
from viewer.app import resources, shell, state
from viewer.app.jobs import RUN, STEER, begin, jobs, mixture, steers
from viewer.app.text_field import text_field
from viewer.pictures.train.learning.run import load_shipped
from viewer.transport.component import component
from viewer.transport.payload import Payload
from viewer.widgets.word_diff import words_apart

_DEFAULTS: dict[str, Any] = asdict(TrainingSettings())
FRENCH, OWN = "English into French", "Your own pairs"
_LEARNS, _PAIRS, _FILE = "train_learns", "train_pairs", "train_file"  # keys: what it learns; the pairs as text
_TROUBLE = "train_trouble"  # in the session's state: what is wrong with a file, until there are other pairs
_PAIRS_SHOWN, _AGES_SHOWN = 5, 7


def ask(unknown: bool) -> None:
    """Draw what a model can learn, what comes of that, and the button that starts a run.

    Args:
        unknown: whether the address names a run that is not here.
    """
    jobs().make_ready(mixture())
    kinds = [FRENCH, *RULES, OWN]
    learns = str(st.pills("What it learns", kinds, default=FRENCH, key=_LEARNS, required=True, persist_state="session"))
    typed = _ask_for_pairs() if learns == OWN else ""
    pairs: Sequence[Pair] = ()
    of_file = st.session_state.get(_TROUBLE, "") if learns == OWN else ""
    trouble, is_told = "", bool(of_file or typed.strip())
    try:
        pairs = _pairs_of(learns, typed)
        _show_pairs(learns, pairs)
    except GlassformerError as error:
        trouble = of_file or str(error)
    _ask_for_sizes(learns == FRENCH)
    with st.container(horizontal=True, key="train_sentence", vertical_alignment="bottom"):
        if learns == FRENCH:
            _ask_for_sentence()
        pressed = st.button("Train a fresh model", type="primary", icon=":material/play_arrow:")
    try:
        if pressed and not trouble:
            _start(learns, pairs)
    except GlassformerError as error:
        trouble = str(error)
    if (trouble or of_file) and (pressed or is_told):
        shell.problem(trouble or of_file)
    elif unknown:
        st.warning(
            "This link’s training isn’t here: it has ended, or it runs in a different process or on a different "
            "machine of this server.",
            icon=":material/info:",
        )
    st.caption(_tell_what_comes(learns == FRENCH, pairs))


def _pairs_of(learns: str, typed: str) -> Sequence[Pair]:
    """What is learned from: a part of it for French, of which a server can have another corpus than ours.

    Raises:
        GlassformerError: if the visitor's own pairs aren't ones.
    """
    if learns == FRENCH:
        return natural_pairs("fr") if mixture() == EVERYDAY_MIXTURE else ()
    return RULES[learns].pairs() if learns in RULES else read_own_pairs(typed.encode(errors="replace"))


def _tell_what_comes(french: bool, pairs: Sequence[Pair]) -> str:
    """What pressing the button does: for how long, with which pairs, what is seen, and when it begins."""
    minutes = st.session_state["train_minutes"] or _DEFAULTS["minutes"]
    told = f"A fresh model learns for {minutes:g} minute{'s' * (minutes != 1)}"
    if french:
        told += ". You see its French for your sentence get better, and what it makes of pairs that it has never seen."
    elif pairs:
        held_out = sum(map(len, hold_out(pairs).held_out.values()))
        told += (
            f" from {len(pairs) - held_out:,} of these {len(pairs):,} pairs. It never sees the other {held_out}: how "
            "many of them it gets right says whether it has found the rule, or has only learned by heart."
        )
    else:
        told += " from your pairs, and is tried on a tenth of them, which it never sees."
    when = tell_queue(*jobs().estimate_wait()) or "It begins at once."
    return f"{told} {when} Anyone who opens the link of a run can watch it."


def tell_queue(place: int, minutes: float) -> str:
    """What a run has to wait for; empty if it can begin at once."""
    if not minutes:
        return ""
    before = {0: "none waits before it", 1: "one waits before it"}.get(place, f"{place} wait before it")
    about = max(1, round(minutes))
    return (
        f"{MOST_RUNS} models are learning now, the most at a time, and {before}: this one begins in about "
        f"{about} minute{'s' if about > 1 else ''}."
    )


def _ask_for_pairs() -> str:
    typed = st.text_area(
        f"One pair a line, {FEWEST} to {MOST:,} of them: what is read, a tab or a comma, and what is to be written",
        key=_PAIRS,
        height=320,
        on_change=st.session_state.pop,
        args=(_TROUBLE, ""),
        persist_state="session",
    )
    component("pictures/train/training/file.js")(
        data=Payload({"most": MOST_BYTES}).pack(), key=_FILE, on_bytes_change=_take_file
    )
    return typed or ""


def _take_file() -> None:
    """Put the pairs of a file into the field; the browser sends each byte as a letter."""
    raw = str(st.session_state[_FILE].bytes).encode("latin-1", errors="replace")
    try:
        st.session_state[_PAIRS] = "\n".join(map("\t".join, read_own_pairs(raw)))
        st.session_state.pop(_TROUBLE, "")
    except GlassformerError as error:
        st.session_state[_TROUBLE] = str(error)


def _show_pairs(learns: str, pairs: Sequence[Pair]) -> None:
    """Show some of the pairs and what comes of such: what a recorded run wrote, or what no model sees in training.

    Those of a rule can be edited.
    """
    if not pairs:
        return
    learned = pairs
    if learns == FRENCH:
        run = load_shipped()
        said = run.sentences[0]
        what = f"A recorded run translates “{said.source}”"
        ages = _ages(said)
        lines = [(f"after {run.steps[at]:,} updates", words_apart(said.target, said.translations[at])) for at in ages]
        headline = f"Gibberish becomes French in {run.steps[ages[-1]]:,} updates."
    else:
        (held,) = hold_out(pairs).held_out.values()
        learned = [pair for pair in pairs if pair not in held]
        what = "Then it’s asked what it has never seen"
        lines = [(f"{pair.source} → ?", []) for pair in evenly(held, _PAIRS_SHOWN)]
        headline = f"Can it learn this from {len(learned):,} pairs?"
    facts = {
        "headline": headline,
        "pairs": [list(pair) for pair in evenly(learned, _PAIRS_SHOWN)],
        "what": what,
        "lines": lines,
        "isRecorded": learns == FRENCH,
    }
    component("pictures/train/training/before.js")(data=Payload(facts).pack(), key="train_before")
    if learns in RULES:
        text = "\n".join(map("\t".join, pairs))
        st.button("Edit these pairs", on_click=st.session_state.update, args=[{_LEARNS: OWN, _PAIRS: text}])


def _ages(said: RecordedSentence) -> list[int]:
    """Checkpoints of a recorded run at which it wrote something else than before, evenly, up to the last such one."""
    told = said.translations
    new = [at for at in range(len(told)) if at == 0 or told[at] != told[at - 1]]
    return list(evenly(new[::-1], _AGES_SHOWN))[::-1]


def _ask_for_sizes(all_of_them: bool) -> None:
    """Ask for the time, and for the sizes, which otherwise follow from the pairs."""
    with (
        st.container(key="from_understand_settings"),
        st.container(horizontal=True, key="train_settings", vertical_alignment="bottom"),
    ):
        if all_of_them:
            _number("layers", "Layers", 1, "This many in the encoder, and the same in the decoder.")
            _number("width", "Width", 16, "d_model: how many numbers a token’s vector has.")
            _number("heads", "Heads", 1, "Per attention; the width is split evenly between them.")
            _number("dropout", "Dropout", 0.05, "The share of numbers set to zero while it learns.", "%.2f")
            _number("peak", "Learning rate", 1e-3, "The peak, after the warm-up; then it falls to 0.", "%.4f")
        _number("minutes", "Minutes", 1.0, "Training time, not counting the preparation of sentence pairs.", "%g")


def _ask_for_sentence() -> None:
    said = "Watch a fresh model learn it, or a sentence of your own"
    text_field(said, SENTENCES[0].source, key="train_sentence_text", longest=MAX_TYPED, bind="query-params")
    with st.container(key="from_understand_reference"):
        text_field(
            "Its French translation",
            key="train_reference_text",
            longest=MAX_TYPED,
            placeholder="empty: the built-in model’s translation",
            bind="query-params",
        )


def buttons(run: Run, report: RunReport) -> None:
    """Draw what you can do with a run right now."""
    running, paused = report.state == RunState.RUNNING, report.state == RunState.PAUSED
    with st.container(horizontal=True, key="train_buttons"):
        if steers(run):
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
        if steers(run):
            leave = st.button("Reset", icon=":material/restart_alt:", key="train_reset", help="Discard this run.")
        else:
            leave = st.button("Train your own", key="train_leave", help="Stop watching: it goes on without you.")
        if leave:
            if steers(run):
                jobs().reset(run.name)
            for name in (RUN, STEER):
                st.session_state.pop(name, None)
                st.query_params.pop(name, None)
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


def _start(learns: str, pairs: Sequence[Pair]) -> None:
    if learns == FRENCH:
        query = begin(_french_settings())
    else:
        rule = RULES.get(learns)
        settings = settings_for(pairs, *((rule.source, rule.target) if rule else (UNNAMED, UNNAMED)))
        query = begin(replace(settings, minutes=st.session_state["train_minutes"] or settings.minutes), pairs)
    st.query_params.update(query)
    st.rerun()


def _french_settings() -> TrainingSettings:
    chosen = {name: st.session_state[f"train_{name}"] for name in LIMITS}
    sentence, reference = (st.session_state[f"train_{name}_text"] or "" for name in ("sentence", "reference"))
    if not reference.strip() and sentence.strip():
        reference = resources.in_french(resources.model_name(), sentence)
    return TrainingSettings(
        **{name: value if value is not None else _DEFAULTS[name] for name, value in chosen.items()},
        sentence=sentence,
        reference=reference,
        mixture=mixture(),
    )
