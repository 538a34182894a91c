"""What the chapter on scores shows of the padding mask: the sentence in one batch with a sentence of our own."""

from collections.abc import Sequence
from typing import TypedDict

import torch
from torch import Tensor

from transformer import Translator
from transformer.analysis.measures.padding import encode_together
from viewer.app.budget import within_budget
from viewer.frame.passage import Passage
from viewer.transport.payload import Payload
from viewer.widgets.tokens import ChipFacts, as_facts, chips

COMPANIONS = ("We are at home now.", "I am here.", "Hello.")


class PaddingFacts(TypedDict):
    """A batch of the visitor's sentence and ours.

    `padded` says which of the two is the shorter one, `weight` what padding gets of any query's attention at most;
    `differences` are those of the encoder's outputs, in the batch and alone.
    """

    companion: str
    padded: int
    tokens: Sequence[ChipFacts]
    lengths: Sequence[int]
    weight: float
    differences: Sequence[float]


class ScoresMeasured(TypedDict):
    """The sentence in one batch with a sentence of ours."""

    padding: PaddingFacts


def measured(passage: Passage) -> Payload:
    """The batch; `padding.masked` and `padding.unmasked` are what each key of the padded sentence gets."""
    source = passage.translation.source
    name, companion, companion_output = _companion(passage.model, passage.translator, len(source.ids))
    batch = encode_together(passage.translator.model, [source.ids, companion])
    padded = int(len(companion) < len(source.ids))  # 0: the visitor's sentence is the shorter one
    alone = (passage.trace["encoder.output"], companion_output)
    facts: PaddingFacts = {
        "companion": name,
        "padded": padded,
        "tokens": as_facts(chips(passage.translator.tokenizer.tokens(batch.tokens[padded].tolist()))),
        "lengths": [len(source.ids), len(companion)],
        "weight": float(batch.on_padding(batch.weights).max()),
        "differences": [_difference(batch.output[each], alone[each]) for each in range(2)],
    }
    tensors = {
        "padding.masked": batch.received(batch.weights, padded),
        "padding.unmasked": batch.received(batch.unmasked, padded),
    }
    shown: ScoresMeasured = {"padding": facts}
    return Payload({**shown}, tensors)


def _difference(in_batch: Tensor, alone: Tensor) -> float:
    return float((in_batch[: len(alone)] - alone).abs().max())


def _companion(model: str, translator: Translator, length: int) -> tuple[str, tuple[int, ...], Tensor]:
    """The longest of our sentences that is shorter than the visitor's; the first of them if none is."""
    encoded = [(sentence, *_alone(model, sentence, translator)) for sentence in COMPANIONS]
    return next((each for each in encoded if len(each[1]) < length), encoded[0])


@within_budget
def _alone(model: str, sentence: str, _translator: Translator) -> tuple[tuple[int, ...], Tensor]:
    """A sentence's ids, and the encoder's output (S, D) when it is read alone."""
    ids = _translator.read(sentence).ids
    with torch.inference_mode():
        return ids, _translator.model.encode(torch.tensor([ids]))[0]
