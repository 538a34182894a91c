"""What every translator does, whatever kind of model it has: read, translate, decode, trace, score."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from torch import Tensor

from transformer.checks import checked_text, of_kind, several, whole
from transformer.corpora import Direction
from transformer.decoding.batches import decode_sorted
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM, Hypothesis
from transformer.decoding.strategies import Beam, Strategy, beam_or_greedy
from transformer.decoding.trace import Trace, trace_tokens, whole_target
from transformer.decoding.translation import Translation, find_translation, find_translations, score
from transformer.edits import Edit
from transformer.errors import GlassformerError
from transformer.model.folder import ModelFolder
from transformer.model.probe import Probe
from transformer.model.translation_model import count_parameters
from transformer.text.capitals import without_capitals
from transformer.text.carried import Carrier
from transformer.text.cleaning import clean, plainly_spelled
from transformer.text.doubts import carried_around, doubts
from transformer.text.line_breaks import join_lines
from transformer.text.sentences import split_sentences
from transformer.text.source import Source, Spelling
from transformer.text.special_tokens import END, UNKNOWN
from transformer.text.trust import Trust, trust

MAX_CHARACTERS = 1_000  # of a source text; the rest is cut off, and `Source.cut` says so
MAX_SOURCE_TOKENS = 120
MAX_TARGET_TOKENS = 200  # of a translation or a prefix that a person typed


class TextTranslator(ModelWithVocabulary, ABC):
    """A trained model with its vocabulary. It holds no state of any sentence, so that many threads can share it."""

    def __init__(self, folder: ModelFolder) -> None:
        # Not by `super()`: what stands beside this class in a translator of Transformers asks for a Transformer.
        ModelWithVocabulary.__init__(self, folder.model, folder.tokenizer)
        self.name = folder.name
        self.card: dict[str, Any] = folder.card
        self.source_token_counts: Tensor = folder.source_token_counts

    def __repr__(self) -> str:
        parameters = count_parameters(self.model)["total"]
        return f"{type(self).__name__}({self.name!r}, {parameters:,} parameters, {self.tokenizer})"

    @cached_property
    def _carrier(self) -> Carrier:
        return Carrier(self.tokenizer.ids)

    def _in_small_letters(self, text: str) -> str:
        return without_capitals(text, Direction.of_card(self.card).source, self._strangeness)

    def _strangeness(self, word: str) -> tuple[int, int]:
        """How badly the vocabulary knows a word: by its number of pieces, then by how seldom they were read."""
        ids = self.tokenizer.encode(word)
        return len(ids), -int(self.source_token_counts[ids].min())

    @property
    def alignment_layer(self) -> int:
        """The decoder layer whose cross-attention aligns best: as measured for the card, else the last one."""
        last = super().alignment_layer
        measured = self.card.get("alignment", {}).get("best_layer", last)
        return measured if isinstance(measured, int) and 0 <= measured <= last else last

    def read(self, text: str) -> Source:
        """The text as the encoder reads it, cut to the limits, and what of it is carried around the model."""
        typed = plainly_spelled(clean(join_lines(checked_text(text)[: 4 * MAX_CHARACTERS])))
        marked, carried = self._carrier.take_out(typed[:MAX_CHARACTERS])
        small = self._in_small_letters(marked)
        shortened = carried.named(small)
        ids = self.tokenizer.encode(shortened)
        limit = min(MAX_SOURCE_TOKENS, self.model.config.max_length) - 1
        cut = len(ids) > limit or len(typed) > MAX_CHARACTERS or len(text) > 4 * MAX_CHARACTERS
        if len(ids) > limit:
            shortened = shortened[: self.tokenizer.spans(shortened)[limit - 1][1]].strip()
            ids = ids[:limit]
            carried = carried.within(shortened)
        ids = [*ids, END]
        return Source(shortened, tuple(ids), tuple(self.tokenizer.tokens(ids)), cut, small != marked, carried)

    def write(self, source: Source, ids: Iterable[int]) -> str:
        """The text of the ids that a model generated for a source, with what went around the model put back."""
        return source.carried.put_back(self.tokenizer.decode(ids))

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

    def translate_text(self, text: str, beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA) -> list[Translation]:
        """Translate a text sentence by sentence, all of them in one batch.

        Args:
            text: of one sentence or several, see `transformer.text.sentences`.
            beam, alpha: as for `translate`.

        Returns:
            A translation for each sentence, none for an empty text.

        Raises:
            GlassformerError: as `translate`.
        """
        sentences = split_sentences(checked_text(text)[: 4 * MAX_CHARACTERS], Direction.of_card(self.card).source)
        return find_translations(self, [self.read(each) for each in sentences], beam_or_greedy(beam, alpha))

    def translate_all(self, texts: Sequence[str], beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA) -> list[str]:
        """Translate many sentences, in batches; one translation for each text, an empty one for an empty text.

        Raises:
            GlassformerError: as `translate`.
        """
        strategy = beam_or_greedy(beam, alpha)
        sources = [self.read(text) for text in several(texts, "A list of sentences")]
        filled = [source.ids for source in sources if not source.empty]
        hypotheses = iter(decode_sorted(self.model, filled, strategy))
        said = ("" if source.empty else self.tokenizer.decode(next(hypotheses).tokens) for source in sources)
        return [source.carried.put_back(text) for source, text in zip(sources, said, strict=True)]

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
        of_kind(target, str | Hypothesis, "A text or a hypothesis")
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
        of_kind(strategy, Strategy | None, "A strategy such as Greedy(), Beam(5) or Sampling()")
        ids = self.spell(prefix).ids if isinstance(prefix, str) else several(prefix, "A text or a list of ids")
        source, probe = self._edited(self._filled(text), edit, probe)
        return find_translation(self, source, strategy or Beam(), self._known(ids), record, probe)

    def fork(self, translation: Translation, step: int, token: int, strategy: Strategy | None = None) -> Translation:
        """Take another road: the same translation up to a step, there another token, and on from it.

        A probe or an edit that was in force stays so.

        Args:
            translation: the one to leave. step: counted from 0. token: the id to say there.
            strategy: how to go on; as before when left out, or by a beam if all tokens were given.

        Raises:
            GlassformerError: if the translation has no such step, or the vocabulary no such id.
        """
        of_kind(translation, Translation, "A translation")
        of_kind(strategy, Strategy | None, "A strategy such as Greedy(), Beam(5) or Sampling()")
        taken, step = translation.hypothesis.tokens, whole(step, "A step")
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
        cleaned = clean(checked_text(target)[: 4 * MAX_CHARACTERS])
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
        names = [name for name, _ in source.carried.names]
        return trust(source.ids, source.tokens, self.source_token_counts.tolist(), longest_usual, names)

    def doubts(self, translation: Translation) -> tuple[str, ...]:
        """Why a translation cannot be good, however sure the model is of it: a sentence each, as a rule none.

        Of a model that reads another language than English only what was carried around it.
        """
        direction = Direction.of_card(self.card)
        if direction.into_english:
            return carried_around(translation.source)
        return doubts(translation.source, translation.said, direction.target)

    @abstractmethod
    def _edited(self, source: Source, edit: Edit | str | None, probe: Probe | None) -> tuple[Source, Probe | None]:
        """What the encoder reads under an edit, and the edit's probe with another behind it."""

    def _filled(self, text: str) -> Source:
        source = self.read(text)
        if source.empty:
            raise GlassformerError("There is nothing to translate.")
        return source

    def _known(self, given: Iterable[int]) -> tuple[int, ...]:
        ids = tuple(whole(token, "A token's id") for token in given)
        size = self.model.config.vocabulary_size
        for token in ids:
            if not 0 <= token < size:
                raise GlassformerError(f"There is no token {token} in this vocabulary of {size}.")
        limit = self.model.config.max_length - 1
        if len(ids) > limit:
            raise GlassformerError(f"The prefix has {len(ids)} tokens; the model can say at most {limit}.")
        return ids
