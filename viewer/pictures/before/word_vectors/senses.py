"""One word in two sentences: what each layer of the encoder adds to the row that both start from."""

from dataclasses import dataclass

import torch

from transformer.analysis.measures.in_context import cosines_by_layer, vectors_in_context
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.transport.payload import Payload

WORD = "bank"
DRIFTED = 0.1  # of the cosine: less is nearly the same
FIRST, SECOND = "We sat on the bank of the river.", "She put her money in the bank."


@dataclass(frozen=True)
class InContext:
    """A word in two sentences, and how similar it is in both: after the embedding and after each layer."""

    word: str
    sentences: tuple[str, str]
    alike: tuple[float, ...]

    def title(self) -> str:
        """Whether the sentences pull the word apart."""
        if self.alike[0] - self.alike[-1] > DRIFTED:
            return f"Two sentences pull “{self.word}” apart"
        return f"“{self.word}” stays nearly the same in both sentences"

    def payload(self) -> Payload:
        """How similar the two are, for the browser."""
        return Payload({"word": self.word, "sentences": list(self.sentences), "cosines": list(self.alike)})

    def caption(self) -> str:
        """How similar the two are before the first layer and after the last."""
        return (
            f"In the Transformer both start from the word’s one row (cosine {self.alike[0]:.2f}). Each layer of its "
            f"encoder adds what the other words say; after the last one, the cosine is {self.alike[-1]:.2f}."
        )


@within_budget
def in_context(model: str, word: str, first: str, second: str) -> InContext | str:
    """A word in two sentences; or an explanation if one of them doesn't have it.

    Raises:
        GlassformerError: if the model is missing or damaged.
    """
    translator = resources.load_model(model)
    given = [vectors_in_context(translator, text, word) for text in (first, second)]
    for place, vector in zip(("first", "second"), given, strict=True):
        if vector is None:
            return f"The {place} sentence doesn’t contain “{word}” as a separate word."
    cosines = cosines_by_layer(torch.stack([each for each in given if each is not None]))
    return InContext(word, (first, second), tuple(cosines[:, 0, 1].tolist()))
