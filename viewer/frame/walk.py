"""What a chapter's page sends and draws: one sentence's way through the model, and links to the other chapters."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from transformer import ModelConfig, Translator
from viewer.app import resources, shell
from viewer.app.page import Page, Visit
from viewer.engine.live.offer import PASSAGE, is_left_to, offer
from viewer.frame.activations import activations, expand, sentence_facts
from viewer.frame.facts import ChapterLink, activation_facts
from viewer.frame.frame import frame_facts
from viewer.frame.parameters import found_or_sent
from viewer.frame.passage import Passage, passage_of
from viewer.frame.snippet import Snippet
from viewer.transport.constants import Constants, Made
from viewer.transport.payload import Payload

DOORS = "walk_doors"  # names the container in map.js and page.css too


def chapter(
    snippets: Sequence[Snippet] | Callable[[Translator], Sequence[Snippet]],
    *,
    of_model: Callable[[str, Translator], Mapping[str, Any]] = lambda *_: {},
    measured: Callable[[Passage], Payload] | None = None,
    modules: Sequence[str] | Callable[[ModelConfig], Sequence[str]] = (),
    constants: Callable[[str, Translator], Constants | None] | None = None,
    decode: Mapping[str, Any] = PASSAGE,
    decoded: Callable[[Passage], Payload] | None = None,
) -> Callable[[Visit], Made | None]:
    """Make the payload of a chapter that shows activations: those in its picture's `needs`, by name.

    `passage` has the facts that go with them, and `measured` what the server alone knows; both are null while the
    browser's own model draws. If the visitor's browser has the model, only `measured` is sent.

    Args:
        snippets: the lines of PyTorch. of_model: facts of the model, from its name and itself.
        measured: facts of a sentence that no activation tells, and their tensors.
        modules: patterns of modules whose parameters the picture shows, such as `decoder_layers.*.cross_attention`.
        constants: what else belongs to the model, from its name and itself.
        decode: what the browser's own model makes beside the passage, see decodings.js; `decoded` makes the same here.
    """

    def make(visit: Visit) -> Made | None:
        model, translator = visit.model, visit.translator
        if resources.read(model, visit.sentence).empty:
            return None
        engine = offer(model, translator, needs=visit.needs, decode=decode)
        leaves = is_left_to(engine, visit.in_browser)
        passage = None if leaves and not measured else passage_of(model, visit.sentence)
        own = measured(passage) if measured and passage else None
        whole = None if leaves or passage is None else _whole(passage, visit.needs, decoded)
        config = translator.model.config
        shown = tuple(modules(config) if callable(modules) else modules)
        found, sent = found_or_sent(model, shown, translator)
        lines = snippets(translator) if callable(snippets) else snippets
        facts = {
            **of_model(model, translator),
            "frame": frame_facts(visit.page.address, model, translator, lines, _links(visit), found),
            **activation_facts(engine, visit.sentence, whole.facts if whole else None, own and own.facts),
        }
        tensors = {**(own.tensors if own else {}), **(whole.tensors if whole else {}), **sent}
        return Made(Payload(facts, tensors), constants(model, translator) if constants else None)

    return make


def _whole(passage: Passage, needs: Sequence[str], decoded: Callable[[Passage], Payload] | None) -> Payload:
    """All that the browser's own model could make."""
    also = decoded(passage) if decoded else Payload()
    named = activations(passage.trace, expand(needs, passage.translator.model.config))
    return Payload({**sentence_facts(passage), **also.facts}, {**named, **also.tensors})


def _links(visit: Visit) -> list[ChapterLink]:
    return [{"slug": page.address, "title": page.title, "short": page.short or page.title} for page in _chapters(visit)]


def draw_doors(visit: Visit) -> None:
    """Draw a link to every chapter for the map: a click on its blocks clicks these links, which are never seen.

    `st.switch_page` cannot be used: it would clear the address, to which the sentence is bound.
    """
    with st.container(key=DOORS, height=1, border=False):  # until the style sheet hides it altogether
        for page in _chapters(visit):
            st.page_link(shell.link(page.address), label=page.title)


def _chapters(visit: Visit) -> list[Page]:
    return [page for page in visit.pages if page.group == visit.page.group]
