"""The panel at the top of the page that shows what is pinned next to what the page shows."""

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from transformer import GlassformerError
from transformer.edits.comparison import WordChange, word_changes
from viewer.app import shell
from viewer.app.pinned import pin
from viewer.app.pinned.seen import Seen, names, run_model
from viewer.app.pinned.shown import Shown
from viewer.transport.component import component
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts
from viewer.widgets.word_diff import Stretch, word_diff

KEY = "pinned_beside"
_PLACE = "pinned_place"


def offer() -> DeltaGenerator | None:
    """Draw the button next to the sentence's label that pins what the page is about to show.

    Returns:
        The place for the pinned state; None if nothing is pinned.
    """
    pin.begin(shell.sentence_place().sentence)
    pinned = pin.read_pin() is not None
    with shell.sentence_place().below:
        st.button(
            "Pin this instead" if pinned else "Pin this",
            key="pin_this",
            type="tertiary",
            icon=":material/push_pin:",
            on_click=lambda: pin.keep(pin.present()),
            help="Keep this sentence, model and search in view while you look at something else.",
        )
    return st.container(key=_PLACE) if pinned else None


def draw(place: DeltaGenerator) -> None:
    """Draw what is pinned next to what the page shows.

    Args:
        place: as returned by `offer`.
    """
    one = pin.read_pin()
    if one is None:  # the page has unpinned it
        return
    with place:
        data = payload(one, pin.present()).pack()
        component("app/pinned/beside.js")(data=data, key=KEY, on_change_change=_change)


def payload(one: Shown, other: Shown) -> Payload:
    """Both states for the browser.

    Args: one: the pinned state. other: the current one.
    """
    one_shown = one.on(other.sentence or "")
    found, now = _run_or_explain(one_shown), _run_or_explain(other)
    words = None
    verdict = ""
    if isinstance(found, Seen) and isinstance(now, Seen):
        if found.language == now.language:
            words = word_changes(found.text, now.text)
        verdict = _verdict(found, now, words)
    facts = {
        "models": [list(each) for each in names().items()],
        "follows": one.sentence is None,
        "exchange": pin.why_not_exchange(one),
        "verdict": verdict,
        "pinned": _side(one_shown, found, word_diff(words, "before") if words else None),
        "present": _side(other, now, word_diff(words, "after") if words else None),
    }
    return Payload(facts, {**_attention("pinned", found), **_attention("present", now)})


def _attention(side: str, found: Seen | str) -> dict[str, np.ndarray]:
    return {} if isinstance(found, str) else {f"{side}.{kind}": each for kind, each in found.attention.items()}


def _run_or_explain(shown: Shown) -> Seen | str:
    """Compute a pinned state, or return the error's sentence if that fails."""
    try:
        return run_model(shown)
    except GlassformerError as error:
        return str(error)


def _verdict(one: Seen, other: Seen, words: tuple[WordChange, ...] | None) -> str:
    if words is None:
        return f"One is {one.language.name}, the other {other.language.name}, so their words aren’t compared."
    if all(each.same for each in words):
        return "Both translations are the same, word for word."
    before, after = (sum(len(getattr(each, side)) for each in words if not each.same) for side in ("before", "after"))
    return f"Differences are marked: {_count(before)} in the pinned translation, {_count(after)} in the current one."


def _count(words: int) -> str:
    return f"{words} word{'' if words == 1 else 's'}"


def _side(shown: Shown, found: Seen | str, said: list[Stretch] | None) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "sentence": shown.sentence,
        "model": shown.model,
        "name": names().get(shown.model, shown.model),
        "search": "greedy decoding" if shown.beam == 1 else f"beam {shown.beam}, α {shown.alpha:g}",
        "trouble": found if isinstance(found, str) else "",
        "seen": None,
    }
    if isinstance(found, Seen):
        whole = [{"text": found.text, "same": True}] if found.text else []
        facts["seen"] = {
            "text": whole if said is None else said,
            "changes": list(found.changes),
            "sizes": dict(found.sizes),
            "tokens": {side: as_facts(getattr(found, side)) for side in ("source", "target", "output")},
            "alignedLayer": found.aligned_layer,
        }
    return facts


def _change() -> None:
    """Apply what a visitor chose in the panel."""
    asked = st.session_state[KEY].change
    one = pin.read_pin()
    if not isinstance(asked, dict) or one is None:
        return
    if asked.get("do") == "unpin":
        pin.unpin()
    elif asked.get("do") == "exchange":
        pin.exchange()
    elif asked.get("do") == "model" and asked.get("model") in names():
        pin.keep(replace(one, model=str(asked["model"])))
    elif asked.get("do") == "follow":
        pin.keep(replace(one, sentence=pin.present().sentence if one.sentence is None else None))
