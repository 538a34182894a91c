"""Facts of the chapter on scores that need more than one sentence's activations: a batch, a model without scaling."""

from typing import TypedDict

from viewer.frame.passage import Passage
from viewer.pictures.walk.scores import padding, what_if
from viewer.pictures.walk.scores.padding import PaddingFacts
from viewer.pictures.walk.scores.what_if import WholeModelFacts
from viewer.transport.payload import Payload


class ScoresMeasured(TypedDict):
    """The sentence in one batch with a sentence of ours, and how the whole model would translate it without scaling."""

    padding: PaddingFacts
    wholeModel: WholeModelFacts


def measured(passage: Passage) -> Payload:
    """Both what-ifs; `padding.masked` and `padding.unmasked` are tensors."""
    padded = padding.payload(passage)
    return Payload({"padding": padded.facts, "wholeModel": what_if.whole_model(passage)}, padded.tensors)
