"""What the chapter on scores shows of the whole model without scaling."""

from typing import TypedDict

import torch

from transformer.analysis.measures.what_if import count_changed_words, said_probability
from transformer.edits import unscaled
from transformer.text.special_tokens import END
from viewer.frame.passage import Passage


class WholeModelFacts(TypedDict):
    """How probable the translation's tokens are, and how many others are more probable, with scaling and without."""

    probability: float
    unscaledProbability: float
    positions: int
    changed: int
    changedBefore: int


def whole_model(passage: Passage) -> WholeModelFacts:
    """How the model says the same translation when no attention in it is scaled."""
    translation = passage.translation
    edited = passage.translator.trace(translation.source, translation.hypothesis, edit=unscaled())
    before, after = passage.trace["logits"], edited["logits"]
    said = torch.tensor([*translation.hypothesis.tokens, END][: len(before)])
    return {
        "probability": said_probability(before, said),
        "unscaledProbability": said_probability(after, said),
        "positions": len(said),
        "changed": count_changed_words(after, said),
        "changedBefore": count_changed_words(before, said),
    }
