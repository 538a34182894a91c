"""A translation in a notebook: the player of the page Token by token."""

from uuid import uuid4

from transformer import Translation, Translator
from transformer.model.attentions import place
from viewer.notebook.output import component_page, framed
from viewer.watch.steps.branches import Branches
from viewer.watch.steps.player import payload


def translation_html(translation: Translation) -> str | None:
    """Every step and where it looked; None for an empty translation or a decoder that does not look at the source."""
    translator = translation.translator
    if not isinstance(translator, Translator) or not translation.tokens:
        return None
    if f"{place('cross', 0)}.weights" not in translation.trace:
        return None
    # A notebook's models have no unique names; this name makes sure that nothing else finds what is cached here.
    sent = payload(translator, Branches(str(uuid4()), (translation,), (), ""), None)
    page = component_page("watch/steps/steps.js", sent)
    said = f"{translation.source.text} → {translation.text}"
    return framed(page, f"Token by token: {translation.source.text}", said)
