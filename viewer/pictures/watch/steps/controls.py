"""The fields of Token by token, what they choose, and notes on what was typed into them."""

import streamlit as st

from transformer.decoding.strategies import Beam, Greedy, Strategy
from transformer.text.source import Spelling
from viewer.app import shell, state
from viewer.app.page import Visit
from viewer.app.sliders import beam_slider
from viewer.app.text_field import text_field
from viewer.engine.live.offer import is_left_to, offer
from viewer.frame.facts import activation_facts
from viewer.pictures.watch.steps import branches, path
from viewer.pictures.watch.steps.player import of_model, payload
from viewer.pictures.watch.steps.strategy import DEFAULT, LARGEST_SEED, LARGEST_TOP_K, NAMES, strategy
from viewer.transport.payload import Payload
from viewer.widgets.language import Language, target_language


def ask_how(visit: Visit) -> dict[str, object]:
    """Ask for the search, a beginning, and the visitor's own translation."""
    chosen, prefix, own = _controls(target_language(visit.translator))
    return {"strategy": chosen, "prefix": prefix, "own": own}


def follow_path(visit: Visit) -> dict[str, object]:
    """Keep the forks in the address that still exist, and say what of the texts could not be read."""
    chosen, prefix, own = (visit.chosen[each] for each in ("strategy", "prefix", "own"))
    beginning = visit.translator.spell(prefix)
    forks = path.read_path((visit.model, visit.sentence, repr(chosen), prefix))
    note = ""
    if forks:
        found = branches.follow(visit.model, visit.sentence, chosen, beginning.text, forks)
        forks, note = found.forks, found.note
    path.remember(forks)
    notes = (
        note,
        _spelling_note(beginning, "beginning"),
        _spelling_note(visit.translator.spell(own), "translation"),
    )
    for note in filter(None, notes):
        st.caption(shell.plain(note))
    return {"forks": forks}


def steps_of(visit: Visit) -> Payload:
    """The player's payload: greedy decoding from the start, if nothing else was chosen."""
    translator, chosen = visit.translator, visit.chosen.get("strategy", Greedy())
    beginning, own = (translator.spell(visit.chosen.get(each, "")) for each in ("prefix", "own"))
    forks = visit.chosen.get("forks", ())
    engine = None
    if isinstance(chosen, Beam | Greedy) and not own.ids:  # the browser draws no samples, and scores nothing
        size = chosen.size if isinstance(chosen, Beam) else None
        decode = {"kind": "steps", "size": size, "alpha": chosen.alpha, "prefix": beginning.ids}
        engine = offer(visit.model, translator, needs=visit.needs, decode=decode)
    if not forks and is_left_to(engine, visit.in_browser):
        return Payload({**of_model(translator, chosen), **activation_facts(engine, visit.sentence)})
    found = branches.follow(visit.model, visit.sentence, chosen, beginning.text, forks)
    scored = translator.score(visit.sentence, visit.chosen["own"]) if own.ids else None
    return payload(translator, found, scored, visit.sentence, engine)


def _controls(language: Language) -> tuple[Strategy, str, str]:
    shell.bring_along(*state.SETTINGS)
    with st.container(horizontal=True, key="watch_controls", vertical_alignment="bottom"):
        how = st.segmented_control(
            "Method", list(NAMES), default=DEFAULT, format_func=NAMES.__getitem__, key="how", bind="query-params"
        )
        prefix = text_field(
            "Start the translation with",
            key="prefix",
            bind="query-params",
            placeholder=f"the first words in {language.name}: {language.beginning}",
        )
        own = text_field(
            "Score your own translation",
            key="own",
            bind="query-params",
            placeholder=f"a whole {language.name} sentence",
        )
    with st.container(horizontal=True, key="watch_settings", vertical_alignment="bottom"):
        values = {"how": how, **_settings(how)}
    return strategy(values), prefix, own


def _settings(how: str | None) -> dict[str, float]:
    if how == "beam":
        return {"size": beam_slider("steps", 220)}
    if how != "sample":
        return {}
    return {
        "temperature": st.slider("Temperature", 0.1, 2.0, 1.0, 0.1, key="temperature", bind="query-params", width=220),
        "top_p": st.slider("Top-p", 0.05, 1.0, 1.0, 0.05, key="top_p", bind="query-params", width=220),
        "top_k": st.number_input("Top-k (0: all)", 0, LARGEST_TOP_K, 0, key="top_k", bind="query-params", width=130),
        "seed": st.number_input("Seed", 0, LARGEST_SEED, 0, key="seed", bind="query-params", width=130),
    }


def _spelling_note(spelling: Spelling, what: str) -> str:
    lost = spelling.lost[:20]
    notes = [f"The vocabulary can’t spell “{lost}” in your {what}, so it was left out."] if lost else []
    if spelling.cut:
        last = shell.last_words(spelling.text)
        notes.append(f"Your {what} is too long: only its first {len(spelling.ids)} tokens were read, up to {last}.")
    return " ".join(notes)
