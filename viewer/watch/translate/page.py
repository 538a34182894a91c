"""Translate: an English sentence in French, by greedy decoding and by beam search, and what each word looks at."""

from typing import Any

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell, state
from viewer.app.pages import page_file
from viewer.app.pinned import pin
from viewer.app.sliders import alpha_slider, beam_slider
from viewer.watch.json_download import json_download
from viewer.watch.machine.stage import payload
from viewer.watch.translate.cards import for_browser
from viewer.watch.translate.comparison import Comparison, compared
from viewer.watch.translate.download import for_file
from viewer.widgets.component import component

STORY = "A Transformer made of glass. Everything you see is computed by the model that translates."
WAITING = "Type an English sentence above, or click one of the examples: its translation appears here."


def show() -> None:
    """Draw the page."""
    shell.head("Glassformer", STORY, shell.sentence_place().head)
    sentence, beam, alpha = _controls()
    pin.tell(beam=beam, alpha=alpha)
    name, place = resources.model_name(), st.container(key="translations")
    try:
        if not resources.loaded(name).read(sentence).empty:
            _onwards(name, sentence, beam, alpha)  # first, so that the browser draws it while the model translates
        comparison = compared(name, sentence, beam, alpha)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    with place:
        machine = payload(name, sentence)
        if machine is not None:
            component("watch/machine/machine.js")(data=machine.packed(), key="machine")
        _whole_text(shell.sentence_place().sentences, beam, alpha)
        cards = None if comparison is None else for_browser(comparison, _focus(comparison))
        draw = component("watch/translate/compare.js", '<div class="comparison"></div>')
        draw(data={"comparison": cards, "waiting": WAITING}, key="comparison")


def _onwards(name: str, sentence: str, beam: int, alpha: float) -> None:
    """Where to go from here, and what can be taken along."""
    with st.container(horizontal=True, vertical_alignment="center", key="onwards"):
        st.page_link(page_file("start"), label="New to this? Start here", icon=":material/school:")
        st.page_link(page_file("embedding"), label="Walk through how it got there", icon=":material/account_tree:")
        st.page_link(page_file("steps"), label="Watch it decode, token by token", icon=":material/play_circle:")
        json_download(
            "Download this as JSON",
            lambda: _for_file(name, sentence, beam, alpha),
            "glassformer-translation.json",
            "Text, tokens, log-probabilities, scores, the beam's other hypotheses, all cross-attention weights.",
        )


def _for_file(name: str, sentence: str, beam: int, alpha: float) -> dict[str, Any]:
    comparison = compared(name, sentence, beam, alpha)
    assert comparison is not None, "the button stands beside a translation"
    return for_file(comparison, name)


def _whole_text(sentences: tuple[str, ...], beam: int, alpha: float) -> None:
    """A text of several sentences as a whole; what stands below shows one of them."""
    if len(sentences) == 1:
        return
    translations = resources.whole_text(resources.model_name(), sentences, beam, alpha)
    with st.container(border=True, key="whole_text"):
        st.caption("The whole text, by beam search")
        st.markdown(shell.plain(" ".join(translations)))


def _focus(comparison: Comparison) -> state.Focus | None:
    layers, heads, _, _ = comparison.beam.attention.shape
    return state.read_focus(st.query_params.get(state.FOCUS), "cross", layers, heads, comparison.lengths)


def _controls() -> tuple[str, int, float]:
    place = shell.sentence_place()
    with place.below:
        shell.examples()
    with place.beside:
        # In the labels and not under them: every element more is one more to draw with every sentence.
        beam = beam_slider("translate", meaning=": kept at every step")
        alpha = alpha_slider("translate")
    return place.sentence, beam, alpha


show()
