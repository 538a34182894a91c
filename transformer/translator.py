"""The library's front door: a model with its vocabulary, ready to translate and to be looked into.

import transformer
model = transformer.load("en-fr")
model.translate("I love you very much.", beam=4).text
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd
import torch
from torch import Tensor

from transformer.attribution.methods import ALL, attribute
from transformer.attribution.question import Question, ask
from transformer.corpora import Direction
from transformer.corpora.everyday import held_out_sentences, natural_pairs
from transformer.decoding.batches import decode_sorted
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM, Hypothesis
from transformer.decoding.strategies import Beam, Strategy, beam_or_greedy
from transformer.decoding.trace import Trace, trace_tokens, whole_target
from transformer.decoding.translation import Translation, find_translation, score
from transformer.edits import Edit, parse
from transformer.edits.ablation import ablate, every_head
from transformer.edits.change import Reader
from transformer.edits.comparison import Comparison, compare
from transformer.edits.head_means import head_means
from transformer.edits.patching import patch_map
from transformer.errors import GlassformerError
from transformer.model.probe import Probe, chain
from transformer.model_folder import ModelFolder, load_model
from transformer.text.cleaning import clean
from transformer.text.source import Source, Spelling
from transformer.text.special_tokens import END, UNKNOWN
from transformer.text.trust import Trust, trust

MAX_CHARACTERS = 1_000  # of a source text; the rest is cut off, and `Source.cut` says so
MAX_SOURCE_TOKENS = 120
MAX_TARGET_TOKENS = 200  # of a translation or a prefix that a person typed
MEAN_OVER = 60  # sentences over which a head's mean context is taken


class Translator(Reader):
    """A trained model with its vocabulary. It holds no state of any sentence, so that many threads can share it."""

    def __init__(self, folder: ModelFolder) -> None:
        super().__init__(folder.model, folder.tokenizer)
        self.name = folder.name
        self.card: dict[str, Any] = folder.card
        self.source_token_counts: Tensor = folder.source_token_counts

    @property
    def alignment_layer(self) -> int:
        """The decoder layer whose cross-attention aligns best: as measured for the card, else the last one."""
        last = super().alignment_layer
        measured = self.card.get("alignment", {}).get("best_layer", last)
        return measured if isinstance(measured, int) and 0 <= measured <= last else last

    @cached_property
    def head_means(self) -> Mapping[str, Tensor]:
        """As `Reader.head_means`: over sentences of the everyday corpus, held out where it is English."""
        direction = Direction.of_card(self.card)
        if direction.into_english:
            texts = [pair.target for pair in natural_pairs(direction.foreign)]
        else:
            texts = list(held_out_sentences())
        return head_means(self.model, [self.read(text).ids for text in texts[:MEAN_OVER]])

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
        self,
        text: str,
        beam: int = DEFAULT_BEAM,
        alpha: float = DEFAULT_ALPHA,
        record: bool = False,
        probe: Probe | None = None,
        edit: Edit | str | None = None,
    ) -> Translation:
        """Translate one sentence by beam search, or greedily: what `decode` does by these two; empty texts may come.

        Args:
            text: in the source language.
            beam: hypotheses kept at each step; 1 for greedy decoding.
            alpha: length penalty, see `transformer.decoding.search.length_penalty`.
            record, probe, edit: as for `decode`.

        Raises:
            GlassformerError: for a beam outside 1 … MAX_BEAM, an alpha outside 0 … MAX_ALPHA, or an edit that cannot be
                read or carried out.
        """
        strategy = beam_or_greedy(beam, alpha)
        source, probe = self._edited(self.read(text), edit, probe)
        return find_translation(self, source, strategy, record=record, probe=probe)

    def translate_all(self, texts: Sequence[str], beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA) -> list[str]:
        """Translate many sentences, in batches; one translation for each text, an empty one for an empty text.

        Raises:
            GlassformerError: as `translate`.
        """
        strategy = beam_or_greedy(beam, alpha)
        sources = [self.read(text) for text in texts]
        filled = [source.ids for source in sources if not source.empty]
        hypotheses = iter(decode_sorted(self.model, filled, strategy))
        return ["" if source.empty else self.tokenizer.decode(next(hypotheses).tokens) for source in sources]

    def trace(
        self,
        text: str,
        target: str | Hypothesis | None = None,
        probe: Probe | None = None,
        edit: Edit | str | None = None,
    ) -> Trace:
        """Every activation of one forward pass over a sentence and its translation.

        Args:
            text: in the source language.
            target: a text or a hypothesis; what the untouched model translates when left out.
            probe: an intervention, see `transformer.model.probe`.
            edit: a change of the model, see `transformer.edits`, itself or as it is written.

        Raises:
            GlassformerError: if the edit cannot be read or carried out.
        """
        if target is None:
            target = self.translate(text).hypothesis
        tokens = self.tokenizer.encode(target) if isinstance(target, str) else target.tokens
        source, probe = self._edited(self.read(text), edit, probe)
        return trace_tokens(self, source.ids, whole_target(tokens, self.model.config.max_length), probe)

    def decode(
        self,
        text: str,
        strategy: Strategy | None = None,
        prefix: str | Sequence[int] = "",
        record: bool = False,
        probe: Probe | None = None,
        edit: Edit | str | None = None,
    ) -> Translation:
        """Translate one sentence by any strategy, from a prefix if one is given.

        Args:
            text: in the source language.
            strategy: see `transformer.decoding.strategies`; a beam of the usual size when left out.
            prefix: what the translation begins with, as text or as ids.
            record: whether to keep every hypothesis that a beam held, and to count how often the stacks were run.
            probe: an intervention or a recorder, see `transformer.model.probe`; in force at every step, and once more
                when the translation's trace is taken.
            edit: a change of the model, see `transformer.edits`, itself or as it is written; in force as the probe is,
                and before it.

        Raises:
            GlassformerError: if there is nothing to translate, an id of the prefix is not in the vocabulary, or the
                edit cannot be read or carried out.
        """
        ids = self.spell(prefix).ids if isinstance(prefix, str) else tuple(prefix)
        source, probe = self._edited(self._filled(text), edit, probe)
        return find_translation(self, source, strategy or Beam(), self._known(ids), record, probe)

    def compare(self, text: str, edit: Edit | str, beam: int = DEFAULT_BEAM) -> Comparison:
        """A sentence in both worlds: translated by the untouched model, and with an edit in force.

        Raises:
            GlassformerError: if there is nothing to translate, or the edit cannot be read or carried out.
        """
        return compare(self, self._filled(text), parse(edit), beam_or_greedy(beam))

    def ablate(self, text: str, edits: Sequence[Edit | str] | None = None) -> pd.DataFrame:
        """A sentence under many edits, one after the other: by default without each of the model's heads.

        Returns:
            See `transformer.edits.ablation.ablate`.

        Raises:
            GlassformerError: if there is nothing to translate, or an edit cannot be read or carried out.
        """
        chosen = every_head(self) if edits is None else [parse(edit) for edit in edits]
        return ablate(self, self._filled(text), chosen)

    def fork(self, translation: Translation, step: int, token: int, strategy: Strategy | None = None) -> Translation:
        """Take another road: the same translation up to a step, there another token, and on from it.

        A probe or an edit that was in force stays so.

        Args:
            translation: the one to leave. step: counted from 0. token: the id to say there.
            strategy: how to go on; as before when left out, or by a beam if all tokens were given.

        Raises:
            GlassformerError: if the translation has no such step, or the vocabulary no such id.
        """
        taken = translation.hypothesis.tokens
        if not 0 <= step < len(taken):
            raise GlassformerError(f"The translation has {len(taken)} steps; there is no step {step}.")
        prefix = self._known((*taken[:step], token))
        strategy = strategy or translation.strategy or Beam()
        record = translation.runs is not None
        return find_translation(self, translation.source, strategy, prefix, record, translation.probe)

    def score(self, text: str, target: str, alpha: float = DEFAULT_ALPHA) -> Translation:
        """What the model thinks of a translation of your own: the probability of each of its tokens, END included.

        Raises:
            GlassformerError: if one of the two texts is empty, or the vocabulary can spell nothing of the target.
        """
        spelling = self.spell(target)
        if not spelling.ids:
            raise GlassformerError("There is no translation to score: the vocabulary can spell nothing of it.")
        return score(self, self._filled(text), (*spelling.ids, END), alpha)

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

    def ask(
        self, text: str, token: int, against: str | int | None = None, target: str | Hypothesis | None = None
    ) -> Question:
        """Why this token, and not that one? See `transformer.attribution` for what can be asked of it.

        Args:
            text: in the source language.
            token: the step of the translation that says it, counted from 0.
            against: a rival, as it is written or as an id.
            target: a text or a hypothesis; what `translate` says when left out.

        Raises:
            GlassformerError: if there is nothing to translate, no such step, or the rival is not in the vocabulary.
        """
        source = self._filled(text)
        if target is None:
            target = self.translate(text).hypothesis
        said = (*self.spell(target).ids, END) if isinstance(target, str) else target.tokens
        return ask(self, source.ids, said, token, against)

    def attribute(self, text: str, token: int, against: str | int | None = None, method: str = ALL) -> pd.DataFrame:
        """How much every source token and every earlier target token counts for one token of the translation.

        Args:
            token, against: as for `ask`.
            method: see `transformer.attribution.methods`; all of them when left out.

        Returns:
            A row a token: `side`, `position`, `token`, and a column a method.

        Raises:
            GlassformerError: as `ask`, and for a method that does not exist.
        """
        return attribute(self.ask(text, token, against), method)

    def patch(self, a: str, b: str, place: str = "residual") -> pd.DataFrame:
        """Which activations of `b`, put into a run on `a`, move what it says towards what is said of `b`.

        Args:
            a, b: two sentences of as many tokens.
            place: `residual`, `sublayers` or `heads`, at all positions.

        Returns:
            See `transformer.edits.patching.PatchMap`, whose table this is.

        Raises:
            GlassformerError: if one is empty, they have not as many tokens, or they are translated alike.
        """
        return patch_map(self, self._filled(a), self._filled(b), place).frame

    def _edited(self, source: Source, edit: Edit | str | None, probe: Probe | None) -> tuple[Source, Probe | None]:
        """What the encoder reads under an edit, and the edit's probe with another behind it."""
        found = parse(edit)
        if source.empty or not found:
            return source, probe
        own = found.probe(self)
        both = [each for each in (own, probe) if each is not None]
        return found.source(self, source), chain(*both) if both else None

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


def load(name: str | Path = "en-fr", device: torch.device | str = "cpu") -> Translator:
    """A shipped model by its name, or a model folder by its path.

    Raises:
        ModelFolderError: if there is no such model, or it is damaged.
    """
    return Translator(load_model(name, device))
