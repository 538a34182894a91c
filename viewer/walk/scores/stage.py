"""What the chapter on scores shows of a sentence: every number of scaled dot-product attention, and two what-ifs."""

from viewer.walk.frame.attention import attended
from viewer.walk.frame.frame import Stage
from viewer.walk.frame.passage import Passage
from viewer.walk.scores import padding, what_if
from viewer.walk.scores.snippets import SNIPPETS
from viewer.widgets.payload import Payload


def stage(passage: Passage) -> Stage:
    """What enters all attentions, so that every focus is computed and drawn in the browser; and what is measured."""
    padded = padding.payload(passage)
    own, constants = attended(passage)
    facts = {"padding": padded.facts, "wholeModel": what_if.whole_model(passage), **own.facts}
    tensors = {**own.tensors, **padded.tensors}
    return Stage(Payload(facts, tensors), SNIPPETS, constants, "walk/scores/live.js")
