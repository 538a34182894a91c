"""What the model would write next if the decoder ended after one of its layers."""

from collections.abc import Sequence
from typing import TypedDict

from transformer.analysis.measures.lens import logit_lens
from viewer.app.budget import within_budget
from viewer.frame.facts import SentenceFacts
from viewer.frame.passage import Passage
from viewer.transport.payload import Payload


class GuessFacts(TypedDict):
    """The likeliest token, and how likely it is."""

    token: str
    probability: float


class ResidualPassage(SentenceFacts):
    """What goes with a sentence, and what follows each token that the decoder reads, after each of its layers."""

    guesses: Sequence[Sequence[GuessFacts]]


def guesses(passage: Passage) -> Payload:
    """The guesses of a passage; the browser's own model makes the same in `decodings.js`."""
    return Payload({"guesses": _guesses(passage.model, passage.translation.source.text, passage)})


@within_budget
def _guesses(name: str, sentence: str, _passage: Passage) -> list[list[GuessFacts]]:
    model, tokenizer = _passage.translator.model, _passage.translator.tokenizer
    best = logit_lens(model, _passage.trace)[1:].softmax(-1).max(-1)
    return [
        [
            {"token": token, "probability": share}
            for token, share in zip(tokenizer.tokens(ids), shares.tolist(), strict=True)
        ]
        for ids, shares in zip(best.indices, best.values, strict=True)
    ]
