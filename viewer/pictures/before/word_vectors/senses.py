"""One word in two sentences: what each layer of the encoder adds to the row that both start from."""

from dataclasses import dataclass

import pandas as pd
import torch
from torch import Tensor

from transformer.analysis.measures.in_context import cosines_by_layer, vectors_in_context
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.transport.payload import Payload

# Our own sentences, in which a word has one meaning or another.
SENSES: dict[str, dict[str, tuple[str, ...]]] = {
    "bank": {
        "by a river": (
            "Two men are fishing on the bank of the lake.",
            "The children are playing on the bank of a river.",
            "There are trees on the river bank.",
        ),
        "for money": (
            "He works at the bank.",
            "The bank is closed today.",
            "My father went to the bank to get some money.",
        ),
    },
    "light": {
        "of a lamp": ("Turn on the light.", "She sits in the light of a lamp.", "The light in the kitchen is broken."),
        "not heavy": ("This bag is very light.", "The box is light enough to carry.", "A feather is light."),
    },
    "left": {
        "not right": ("Turn left at the corner.", "He writes with his left hand.", "The house is on the left."),
        "went away": ("The train left at noon.", "They left the house early.", "He left without a word."),
    },
    "park": {
        "with trees": (
            "The children play in the park.",
            "We walked through the park.",
            "The park is full of flowers.",
        ),
        "with a car": ("You cannot park here.", "Where did you park the car?", "He wants to park his car."),
    },
    "watch": {
        "on the wrist": ("My watch is slow.", "He looks at his watch.", "She bought a gold watch."),
        "to look": ("I watch television every evening.", "People watch a football game.", "We watch the birds."),
    },
}
COMPARED = "Compared with a few sentences of ours. The model was not told what the word means in them."
WORD = "bank"
DRIFTED = 0.1  # of the cosine: less is nearly the same
FIRST, SECOND = "We sat on the bank of the river.", "She put her money in the bank."


@dataclass(frozen=True)
class InContext:
    """A word in two sentences, and in more of ours.

    Attributes:
        word: the word. sentences: the two. others: our sentences that also have it, each with its meaning there.
        cosines: (L + 1, N, N) between all occurrences, the two sentences' first.
    """

    word: str
    sentences: tuple[str, str]
    others: tuple[tuple[str, str], ...]
    cosines: Tensor

    def between(self) -> list[float]:
        """How similar the two are, after the embedding and after each layer."""
        return [float(each) for each in self.cosines[:, 0, 1]]

    def title(self) -> str:
        """Whether the sentences pull the word apart."""
        alike = self.between()
        if alike[0] - alike[-1] > DRIFTED:
            return f"Two sentences pull “{self.word}” apart"
        return f"“{self.word}” stays nearly the same in both sentences"

    def payload(self) -> Payload:
        """How similar the two are, for the browser."""
        return Payload({"word": self.word, "sentences": list(self.sentences), "cosines": self.between()})

    def caption(self) -> str:
        """How similar the two are before the first layer and after the last."""
        alike = self.between()
        return (
            f"Both start from the word’s one row (cosine {alike[0]:.2f}). Each layer of the encoder adds what the "
            f"other words say; after the last one, the cosine is {alike[-1]:.2f}."
        )

    def nearest(self) -> pd.DataFrame:
        """The most similar of our sentences to each of the two: after the first layer and after the last."""
        rows = []
        for layer in dict.fromkeys((1, len(self.cosines) - 1)):
            for at, sentence in enumerate(self.sentences):
                alike = self.cosines[layer, at, 2:]
                text, meaning = self.others[int(alike.argmax())]
                rows.append((sentence, f"after layer {layer}", text, meaning, f"{float(alike.max()):.2f}"))
        return pd.DataFrame(rows, columns=["sentence", "compared", "closest in", "its meaning there", "cosine"])


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
    typed = (first.strip(), second.strip())
    others, found = [], []
    for meaning, texts in SENSES.get(word.lower(), {}).items():
        for text in texts:
            vector = None if text in typed else vectors_in_context(translator, text, word)
            if vector is not None:
                others.append((text, meaning))
                found.append(vector)
    both = [each for each in given if each is not None]
    return InContext(word, (first, second), tuple(others), cosines_by_layer(torch.stack([*both, *found])))
