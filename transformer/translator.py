"""The library's front door: a model with its vocabulary, ready to translate and to be looked into.

import transformer
model = transformer.load("en-fr")
model.translate("I love you very much.", beam=4).text
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from transformer.decoding import BeamSearch, Hypothesis, beam_search, greedy
from transformer.errors import GlassformerError
from transformer.evaluation import decode_sorted
from transformer.model import END, START, Transformer
from transformer.model_folder import ModelFolder, load_model
from transformer.probe import Probe
from transformer.text import clean
from transformer.tokenizer import SubwordTokenizer
from transformer.trace import Trace, trace_tokens
from transformer.trust import Trust, trust

MAX_CHARACTERS = 1_000  # of a source text; the rest is cut off, and `Source.cut` says so
MAX_SOURCE_TOKENS = 120
MAX_BEAM = 32


@dataclass(frozen=True)
class Source:
    """A text as the encoder reads it.

    Attributes:
        text: cleaned, and cut to the limits.
        ids: token ids, END included. tokens: how they are written.
        cut: whether something was cut off.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[str, ...]
    cut: bool

    @property
    def empty(self) -> bool:
        """Whether there is nothing to translate."""
        return not self.text


@dataclass(frozen=True)
class Translation:
    """A translation with what led to it.

    Attributes:
        text: the target sentence.
        tokens: its tokens as written, END included if it was reached.
        hypothesis: ids, log-probabilities and score.
        source: what was translated.
        seconds: the decoding took.
        search: the whole beam search; None for greedy decoding.
        alignment: for each token the position of the source token that cross-attention looks at most, mean over the
            heads of `Translator.alignment_layer`.
    """

    text: str
    tokens: tuple[str, ...]
    hypothesis: Hypothesis
    source: Source
    seconds: float
    search: BeamSearch | None
    alignment: tuple[int, ...]

    @property
    def score(self) -> float:
        """The hypothesis's log-probability over its length penalty."""
        return self.hypothesis.score


class Translator:
    """A trained model with its vocabulary. It holds no state of any sentence, so that many threads can share it."""

    def __init__(self, folder: ModelFolder) -> None:
        self.name = folder.name
        self.model: Transformer = folder.model
        self.tokenizer: SubwordTokenizer = folder.tokenizer
        self.card: dict[str, Any] = folder.card
        self.source_token_counts: Tensor = folder.source_token_counts

    @property
    def alignment_layer(self) -> int:
        """The decoder layer whose cross-attention aligns best: as measured for the card, else the last one."""
        last = self.model.config.decoder_layers - 1
        measured = self.card.get("alignment", {}).get("best_layer", last)
        return measured if isinstance(measured, int) and 0 <= measured <= last else last

    def read(self, text: str) -> Source:
        """The text as the encoder reads it: cleaned, cut to the limits, in tokens."""
        cleaned = clean(text[: 4 * MAX_CHARACTERS])
        shortened = cleaned[:MAX_CHARACTERS]
        ids = self.tokenizer.encode(shortened)
        limit = min(MAX_SOURCE_TOKENS, self.model.config.max_length) - 1
        cut = len(ids) > limit or len(shortened) < len(cleaned) or len(text) > 4 * MAX_CHARACTERS
        if len(ids) > limit:
            shortened = shortened[: self.tokenizer.spans(shortened)[limit - 1][1]].strip()
            ids = ids[:limit]
        ids = [*ids, END]
        return Source(shortened, tuple(ids), tuple(self.tokenizer.tokens(ids)), cut)

    def translate(
        self, text: str, beam: int = 5, alpha: float = 1.0, record: bool = False, probe: Probe | None = None
    ) -> Translation:
        """Translate one sentence.

        Args:
            text: in the source language.
            beam: hypotheses kept at each step; 1 for greedy decoding.
            alpha: length penalty, see `transformer.decoding.length_penalty`.
            record: whether the translation's `search` keeps every hypothesis held.
            probe: an intervention or a recorder, in force at every step, see `transformer.probe`.

        Raises:
            GlassformerError: for a beam outside 1 … MAX_BEAM or a negative alpha.
        """
        _check_search(beam, alpha)
        source = self.read(text)
        begun = time.perf_counter()
        search = None
        if source.empty:
            hypothesis = Hypothesis((), (), 0.0, finished=True)
        elif beam == 1:
            (hypothesis,) = greedy(self.model, [source.ids], alpha=alpha, probe=probe)
        else:
            (search,) = beam_search(self.model, [source.ids], beam, alpha, record=record, probe=probe)
            hypothesis = search.best
        seconds = time.perf_counter() - begun
        return Translation(
            self.tokenizer.decode(hypothesis.tokens),
            tuple(self.tokenizer.tokens(hypothesis.tokens)),
            hypothesis,
            source,
            seconds,
            search,
            self._alignment(source, hypothesis, probe),
        )

    def translate_all(self, texts: Sequence[str], beam: int = 5, alpha: float = 1.0) -> list[str]:
        """Translate many sentences, in batches; one translation for each text, an empty one for an empty text.

        Raises:
            GlassformerError: as `translate`.
        """
        _check_search(beam, alpha)
        sources = [self.read(text) for text in texts]
        filled = [source.ids for source in sources if not source.empty]
        hypotheses = iter(decode_sorted(self.model, filled, beam, alpha))
        return ["" if source.empty else self.tokenizer.decode(next(hypotheses).tokens) for source in sources]

    def trace(self, text: str, target: str | Hypothesis | None = None, probe: Probe | None = None) -> Trace:
        """Every activation of one forward pass over a sentence and its translation.

        Args:
            text: in the source language.
            target: a text or a hypothesis; the best of a beam of 5 when left out.
            probe: an intervention, see `transformer.probe`.
        """
        source = self.read(text)
        if target is None:
            target = self.translate(text).hypothesis
        if isinstance(target, str):
            target_ids = self.tokenizer.encode_target(target)
        else:
            ends = target.tokens[-1:] == (END,)
            target_ids = [START, *target.tokens, *([] if ends else [END])]
        # The last id is only said, never read: one more than the model has positions still fits.
        target_ids = target_ids[: self.model.config.max_length + 1]
        return trace_tokens(self.model, self.tokenizer, source.ids, target_ids, probe)

    def trust(self, source: Source) -> Trust:
        """How far to trust a translation of this source."""
        longest_usual = int(self.card.get("longest_usual_source", MAX_SOURCE_TOKENS))
        return trust(source.ids, source.tokens, self.source_token_counts.tolist(), longest_usual)

    def _alignment(self, source: Source, hypothesis: Hypothesis, probe: Probe | None) -> tuple[int, ...]:
        if not hypothesis.tokens:
            return ()
        trace = trace_tokens(self.model, self.tokenizer, source.ids, [START, *hypothesis.tokens], probe)
        weights = trace[f"decoder.{self.alignment_layer}.cross_attention.weights"]
        return tuple(weights.mean(dim=0).argmax(dim=-1).tolist())


def load(name: str | Path = "en-fr", device: torch.device | str = "cpu") -> Translator:
    """A shipped model by its name, or a model folder by its path.

    Raises:
        ModelFolderError: if there is no such model, or it is damaged.
    """
    return Translator(load_model(name, device))


def _check_search(beam: int, alpha: float) -> None:
    if not 1 <= beam <= MAX_BEAM:
        raise GlassformerError(f"The beam size must lie between 1 and {MAX_BEAM}, not {beam}.")
    if not 0 <= alpha <= 5:
        raise GlassformerError(f"The length penalty must lie between 0 and 5, not {alpha}.")
