"""A translation in a notebook: the player of the page Token by token."""

from uuid import uuid4

from transformer import Translation, Translator
from transformer.model.attentions import place
from viewer.notebook.focus import Extent
from viewer.notebook.output import Output, component_page
from viewer.pictures.watch.steps.branches import Branches
from viewer.pictures.watch.steps.player import payload


def first_branch(translation: Translation) -> Branches:
    """A translation from which no other branch has been taken yet."""
    # A notebook's models have no unique names; this name makes sure that nothing else finds what is cached for it.
    return Branches(str(uuid4()), (translation,), (), "")


def branches_output(taken: Branches) -> Output | None:
    """Every step and where it looked; None for an empty translation or a decoder that does not look at the source."""
    translation = taken.branches[-1]
    translator = translation.translator
    if not isinstance(translator, Translator) or not translation.tokens:
        return None
    if f"{place('cross', 0)}.weights" not in translation.trace:
        return None
    sent = payload(translator, taken, None)
    page = component_page("pictures/watch/steps/steps.js", sent)
    layers, heads = sent.facts["layers"], sent.facts["heads"]
    text = f"{translation.source.text} → {translation.text}"
    focus = {"kind": "cross", "layer": sent.facts["alignedLayer"], "head": None, "token": 0}
    extent = Extent(range(layers), heads, len(translation.tokens))
    return Output(page, f"Token by token: {translation.source.text}", text, focus, {"cross": extent})
