"""One sentence, watched while a model learns: its translation, its attention, and the loss of each token."""

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from transformer.decoding.greedy import greedy
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.search import SearchOptions, default_max_length
from transformer.decoding.trace import trace_tokens
from transformer.model.attentions import all_layers
from transformer.text.cleaning import clean
from transformer.text.special_tokens import END, START
from transformer.text.tokenizer import SubwordTokenizer


@dataclass(frozen=True)
class WatchedSentence:
    """A sentence and its translation for teacher forcing.

    Attributes:
        source: ids, END included (S).
        target: ids, START … END (T + 1): the decoder reads target[:-1] and predicts target[1:].
        cut: whether either was too long.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    cut: bool


@dataclass(frozen=True)
class SentenceSnapshot:
    """The model's view of the sentence at one moment of its training.

    Attributes:
        translation: by greedy decoding. losses: (T,), −ln p of each token of the reference.
        weights: (L, H, T, S), teacher-forced cross-attention.
    """

    step: int
    seconds: float
    translation: str
    losses: np.ndarray
    weights: np.ndarray

    def to_json(self) -> dict[str, Any]:
        """JSON for one line of the log; weights in steps of 1/255."""
        shades = np.round(self.weights * 255).astype(np.uint8)
        return {
            "step": self.step,
            "seconds": self.seconds,
            "translation": self.translation,
            "losses": [round(float(value), 4) for value in self.losses],
            "shape": list(shades.shape),
            "weights": base64.b64encode(shades.tobytes()).decode(),
        }

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> "SentenceSnapshot":
        """Read what `to_json` wrote."""
        shades = np.frombuffer(base64.b64decode(values["weights"]), dtype=np.uint8).reshape(values["shape"])
        return cls(
            values["step"],
            values["seconds"],
            values["translation"],
            np.array(values["losses"], dtype=np.float32),
            shades.astype(np.float32) / 255,
        )


def encode_watched_sentence(
    sentence: str, reference: str, tokenizer: SubwordTokenizer, longest: int
) -> WatchedSentence:
    """Encode a sentence and its translation, with at most `longest` tokens each, END included."""
    source, target = (tokenizer.encode(clean(text)) for text in (sentence, reference))
    kept = longest - 1
    return WatchedSentence(
        (*source[:kept], END), (START, *target[:kept], END), len(source) > kept or len(target) > kept
    )


@torch.no_grad()
def take_snapshot(
    translator: ModelWithVocabulary, watched: WatchedSentence, step: int, seconds: float
) -> SentenceSnapshot:
    """Translate the sentence, and trace it teacher-forced; the model is in evaluation mode."""
    model = translator.model
    limit = min(default_max_length(model, len(watched.source)), max(map(len, (watched.source, watched.target))) + 12)
    (said,) = greedy(model, [watched.source], SearchOptions(limit))
    trace = trace_tokens(translator, watched.source, watched.target)
    log_probabilities = torch.log_softmax(trace["logits"].float(), dim=-1)
    asked = torch.tensor(watched.target[1:])
    losses = -log_probabilities[torch.arange(len(asked)), asked]
    weights = all_layers(trace, "cross", "weights").float()
    said_text = translator.tokenizer.decode(said.tokens)
    return SentenceSnapshot(step, seconds, said_text, losses.numpy(), weights.numpy())
