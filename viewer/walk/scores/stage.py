"""What the chapter on scores shows of a sentence: every number of scaled dot-product attention, and two what-ifs."""

from transformer.model.attentions import ATTENTION_KINDS, all_layers
from viewer.component.parcel import Parcel
from viewer.walk.frame import Stage
from viewer.walk.passage import Passage
from viewer.walk.scores import padding, what_if
from viewer.walk.scores.snippets import SNIPPETS

NAMES = ("query", "key", "value", "raw_scores", "scores", "weights", "context")


def stage(passage: Passage) -> Stage:
    """All numbers of all layers and heads, so that every focus is drawn in the browser."""
    arrays = {f"{kind}.{name}": all_layers(passage.trace, kind, name) for kind in ATTENTION_KINDS for name in NAMES}
    # The other two are masked in a batch only: there the masked scores are the scores.
    arrays["decoder.masked_scores"] = all_layers(passage.trace, "decoder", "masked_scores")
    padded, changed = padding.parcel(passage), what_if.parcel(passage)
    facts = {"padding": padded.facts, "wholeModel": changed.facts}
    return Stage(Parcel(facts, {**arrays, **padded.tensors, **changed.tensors}), SNIPPETS)
