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

from transformer.decoding.batches import decode_sorted
from transformer.decoding.search import BeamSearch, Hypothesis, beam_search, greedy
from transformer.decoding.strategies import Beam, Strategy
from transformer.decoding.trace import Trace, trace_tokens
from transformer.decoding.transcript import Transcript, score, transcribe
from transformer.errors import GlassformerError
from transformer.model.attentions import place
from transformer.model.probe import Probe
from transformer.model.transformer import Transformer
from transformer.model_folder import ModelFolder, load_model
from transformer.text.cleaning import clean
from transformer.text.source import Source, Spelling
from transformer.text.special_tokens import END, START, UNKNOWN
from transformer.text.tokenizer import SubwordTokenizer
from transformer.text.trust import Trust, trust

MAX_CHARACTERS = 1_000  # of a source text; the rest is cut off, and `Source.cut` says so
MAX_SOURCE_TOKENS = 120
MAX_TARGET_TOKENS = 200  # of a translation or a prefix that a person typed


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
            alpha: length penalty, see `transformer.decoding.search.length_penalty`.
            record: whether the translation's `search` keeps every hypothesis held.
            probe: an intervention or a recorder, in force at every step, see `transformer.model.probe`.

        Raises:
            GlassformerError: for a beam outside 1 … MAX_BEAM or a negative alpha.
        """
        Beam(beam, alpha)  # refuses what makes no search
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
        Beam(beam, alpha)  # refuses what makes no search
        sources = [self.read(text) for text in texts]
        filled = [source.ids for source in sources if not source.empty]
        hypotheses = iter(decode_sorted(self.model, filled, beam, alpha))
        return ["" if source.empty else self.tokenizer.decode(next(hypotheses).tokens) for source in sources]

    def trace(self, text: str, target: str | Hypothesis | None = None, probe: Probe | None = None) -> Trace:
        """Every activation of one forward pass over a sentence and its translation.

        Args:
            text: in the source language.
            target: a text or a hypothesis; the best of a beam of 5 when left out.
            probe: an intervention, see `transformer.model.probe`.
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

    def decode(
        self,
        text: str,
        strategy: Strategy | None = None,
        prefix: str | Sequence[int] = "",
        record: bool = False,
        probe: Probe | None = None,
    ) -> Transcript:
        """Translate one sentence by any strategy, from a prefix if one is given.

        Args:
            text: in the source language.
            strategy: see `transformer.decoding.strategies`; a beam of 5 when left out.
            prefix: what the translation begins with, as text or as ids.
            record: whether to keep every step's distribution, all attention, the beam's nodes and the counts.
            probe: an intervention or a recorder, in force while decoding, see `transformer.model.probe`.

        Raises:
            GlassformerError: if there is nothing to translate, or an id of the prefix is not in the vocabulary.
        """
        ids = self.spell(prefix).ids if isinstance(prefix, str) else tuple(prefix)
        return transcribe(
            self.model,
            self.tokenizer,
            self._filled(text),
            strategy or Beam(),
            self._known(ids),
            record,
            self.alignment_layer,
            probe=probe,
        )

    def fork(self, transcript: Transcript, step: int, token: int, strategy: Strategy | None = None) -> Transcript:
        """Take another road: the same translation up to a step, there another token, and on from it.

        Args:
            transcript: the decoding to leave. step: counted from 0. token: the id to say there.
            strategy: how to go on; as before when left out, or a beam of 5 if all tokens were given.

        Raises:
            GlassformerError: if the translation has no such step, or the vocabulary no such id.
        """
        taken = transcript.hypothesis.tokens
        if not 0 <= step < len(taken):
            raise GlassformerError(f"The translation has {len(taken)} steps; there is no step {step}.")
        prefix = self._known((*taken[:step], token))
        return transcribe(
            self.model,
            self.tokenizer,
            transcript.source,
            strategy or transcript.strategy or Beam(),
            prefix,
            transcript.trace is not None,
            self.alignment_layer,
        )

    def score(self, text: str, target: str, alpha: float = 1.0) -> Transcript:
        """What the model thinks of a translation of your own: the probability of each of its tokens, END included.

        Raises:
            GlassformerError: if one of the two texts is empty, or the vocabulary can spell nothing of the target.
        """
        spelling = self.spell(target)
        if not spelling.ids:
            raise GlassformerError("There is no translation to score: the vocabulary can spell nothing of it.")
        return score(self.model, self.tokenizer, self._filled(text), (*spelling.ids, END), alpha, self.alignment_layer)

    def spell(self, target: str) -> Spelling:
        """A target text in tokens: what the vocabulary cannot spell is left out, what is too long is cut off."""
        cleaned = clean(target[: 4 * MAX_CHARACTERS])
        ids, spans = self.tokenizer.encode(cleaned), self.tokenizer.spans(cleaned)
        lost = "".join(cleaned[begin:end] for token, (begin, end) in zip(ids, spans, strict=True) if token == UNKNOWN)
        kept = [token for token in ids if token != UNKNOWN]
        limit = min(MAX_TARGET_TOKENS, self.model.config.max_length - 1)
        cut = len(kept) > limit or len(target) > 4 * MAX_CHARACTERS
        kept = kept[:limit] if self.tokenizer.decode(kept) else []
        return Spelling(tuple(kept), tuple(self.tokenizer.tokens(kept)), self.tokenizer.decode(kept), lost, cut)

    def trust(self, source: Source) -> Trust:
        """How far to trust a translation of this source."""
        longest_usual = int(self.card.get("longest_usual_source", MAX_SOURCE_TOKENS))
        return trust(source.ids, source.tokens, self.source_token_counts.tolist(), longest_usual)

    def _filled(self, text: str) -> Source:
        source = self.read(text)
        if source.empty:
            raise GlassformerError("There is nothing to translate.")
        return source

    def _known(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        size = self.model.config.vocabulary_size
        for token in ids:
            if not 0 <= token < size:
                raise GlassformerError(f"There is no token {token} in this vocabulary of {size}.")
        limit = self.model.config.max_length - 1
        if len(ids) > limit:
            raise GlassformerError(f"The prefix has {len(ids)} tokens; the model can say at most {limit}.")
        return ids

    def _alignment(self, source: Source, hypothesis: Hypothesis, probe: Probe | None) -> tuple[int, ...]:
        if not hypothesis.tokens:
            return ()
        trace = trace_tokens(self.model, self.tokenizer, source.ids, [START, *hypothesis.tokens], probe)
        weights = trace[f"{place('cross', self.alignment_layer)}.weights"]
        return tuple(weights.mean(dim=0).argmax(dim=-1).tolist())


def load(name: str | Path = "en-fr", device: torch.device | str = "cpu") -> Translator:
    """A shipped model by its name, or a model folder by its path.

    Raises:
        ModelFolderError: if there is no such model, or it is damaged.
    """
    return Translator(load_model(name, device))
