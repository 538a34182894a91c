"""A model that translates, scores and traces, one text or many, also under an edit."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import Any, cast

from torch import Tensor

from transformer.checks import check_iterable, check_text, check_type, check_whole_number
from transformer.corpora import Direction
from transformer.corpora.everyday import everyday_sentences
from transformer.decoding.batches import decode_sorted
from transformer.decoding.loaded import LoadedModel, Model
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM, FREE, Hypothesis, SearchOptions
from transformer.decoding.strategies import Beam, Sampling, Strategy, beam_or_greedy
from transformer.decoding.trace import Trace, trace_batches, trace_tokens, whole_target
from transformer.decoding.translation import NOTHING, Translation, find_translation, find_translations, score_all
from transformer.decoding.writing import Writing, write_on
from transformer.edits import Edit, parse
from transformer.edits.change import EditableModel
from transformer.edits.head_means import head_means
from transformer.errors import EditError, GlassformerError
from transformer.model.one_stack import OneStack
from transformer.model.probe import Probe, chain
from transformer.text.reader import MAX_RAW
from transformer.text.sentences import split_sentences
from transformer.text.source import Source
from transformer.text.special_tokens import END

TRACED_AT_ONCE = 256  # sentences that are sorted by length before they are traced
MAX_WRITTEN = 60  # tokens that continue a text
MEAN_OVER = 60  # sentences over which a head's mean context is computed
_A_STRATEGY = "A strategy such as Greedy(), Beam(5) or Sampling()"


class TranslatingModel(LoadedModel[Model]):
    """See `transformer.translator.Translator`."""

    @cached_property
    def head_means(self) -> Mapping[str, Tensor]:
        """Each head's mean context over everyday sentences, (H, d_k) by attention."""
        source = Direction.of_card(self.card).source
        texts = everyday_sentences(source) or [example["source"] for example in self.card.get("examples", [])]
        if not texts:
            raise EditError(f"There are no sentences in {source!r} to average over: give the model's card examples.")
        return head_means(self._editable("heads").model, [self.read(text).ids for text in texts[:MEAN_OVER]])

    def translate(
        self,
        text: str | Source,
        beam: int = DEFAULT_BEAM,
        alpha: float = DEFAULT_ALPHA,
        record: bool = False,
        probe: Probe | None = None,
        edit: Edit | str | None = None,
    ) -> Translation:
        """Translate one sentence by beam search, or greedily; an empty text has an empty translation.

        Args:
            text: in the source language.
            beam: hypotheses kept at each step; 1 for greedy decoding.
            alpha: length penalty, see `transformer.decoding.search.length_penalty`.
            record, probe, edit: as for `decode`.

        Raises:
            GlassformerError: for a beam outside 1 … MAX_BEAM, an alpha outside 0 … MAX_ALPHA, or an edit that cannot be
                parsed or applied.
        """
        strategy = beam_or_greedy(beam, alpha)
        source, probe = self._apply_edit(self.read(text), edit, probe)
        return find_translation(self, source, strategy, record=record, probe=probe)

    def translate_text(self, text: str, beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA) -> list[Translation]:
        """Translate a text sentence by sentence (`transformer.text.sentences`), all in one batch."""
        sentences = split_sentences(check_text(text)[:MAX_RAW], Direction.of_card(self.card).source)
        return find_translations(self, [self.read(each) for each in sentences], beam_or_greedy(beam, alpha))

    def translate_all(
        self,
        texts: Iterable[str | Source],
        beam: int = DEFAULT_BEAM,
        alpha: float = DEFAULT_ALPHA,
        probe: Probe | None = None,
        edit: Edit | str | None = None,
    ) -> list[str]:
        """Translate many sentences in batches; an empty text has an empty translation.

        Args:
            beam, alpha, edit: as for `translate`.
            probe: as for `translate`; it sees batches, in which shorter sentences are padded at the end.
        """
        strategy, parsed = beam_or_greedy(beam, alpha), parse(edit)
        sources = [self.read(text) for text in check_iterable(texts, "A list of sentences")]
        sources, probe = self._edit_all(sources, parsed, probe)
        found = self._decode_all(sources, strategy, SearchOptions(probe=probe), parsed.sees_padding)
        return [self.write(source, hypothesis.tokens) for source, hypothesis in zip(sources, found, strict=True)]

    def decode(
        self,
        text: str | Source,
        strategy: Strategy | None = None,
        prefix: str | Sequence[int] = "",
        record: bool = False,
        probe: Probe | None = None,
        edit: Edit | str | None = None,
    ) -> Translation:
        """Translate one sentence by any strategy, optionally from a prefix.

        Args:
            text: in the source language.
            strategy: see `transformer.decoding.strategies`; beam search by default.
            prefix: how the translation begins, as text or as ids.
            record: whether to keep every hypothesis in the beam, and to count how often the stacks run.
            probe: an intervention or a recorder, see `transformer.model.probe`; used at every step, and again for the
                translation's trace.
            edit: a change of the model, see `transformer.edits`, as an edit or as text; used like the probe, and before
                it.

        Raises:
            GlassformerError: if there is nothing to translate, an id of the prefix is not in the vocabulary, or the
                edit cannot be parsed or applied.
        """
        check_type(strategy, Strategy | None, _A_STRATEGY)
        ids = self.spell(prefix).ids if isinstance(prefix, str) else check_iterable(prefix, "A text or a list of ids")
        source, probe = self._apply_edit(self._read_nonempty(text), edit, probe)
        return find_translation(self, source, strategy or Beam(), self._check_ids(ids), record, probe)

    def fork(self, translation: Translation, step: int, token: int, strategy: Strategy | None = None) -> Translation:
        """Keep a translation up to a step, continue with another token, and decode the rest.

        The translation's probe or edit stays in use.

        Args:
            translation: the one to branch from. step: counted from 0. token: the id that replaces its token there.
            strategy: how to continue; by default as before, or by beam search if all tokens were given.

        Raises:
            GlassformerError: if the translation has no such step, or the vocabulary no such id.
        """
        check_type(translation, Translation, "A translation")
        check_type(strategy, Strategy | None, _A_STRATEGY)
        tokens, step = translation.hypothesis.tokens, check_whole_number(step, "A step")
        if not 0 <= step < len(tokens):
            raise GlassformerError(f"The translation has {len(tokens)} steps; there is no step {step}.")
        prefix = self._check_ids((*tokens[:step], token))
        strategy = strategy or translation.strategy or Beam()
        record = translation.runs is not None
        return find_translation(self, translation.source, strategy, prefix, record, translation.probe)

    def score(self, text: str | Source, target: str, alpha: float = DEFAULT_ALPHA) -> Translation:
        """Score a translation of your own: the probability of each of its tokens, END included.

        Raises:
            GlassformerError: if one of the two texts is empty, or the vocabulary can spell nothing of the target.
        """
        return self.score_all([(text, target)], alpha)[0]

    def score_all(self, pairs: Iterable[tuple[str | Source, str]], alpha: float = DEFAULT_ALPHA) -> list[Translation]:
        """`score` for many pairs of a text and its translation, in batches."""
        read = []
        for text, target in check_iterable(pairs, "A list of pairs"):
            if not (ids := self.spell(target).ids):
                raise GlassformerError("There is no translation to score: the vocabulary can't spell any of it.")
            read.append((self._read_nonempty(text), (*ids, END)))
        return score_all(self, read, alpha)

    def write_on(self, beginning: str, strategy: Strategy | None = None, max_length: int = MAX_WRITTEN) -> Writing:
        """Continue a text in the source language, as a language model does; only one stack can.

        Args:
            strategy: by default, sampling at temperature 1. max_length: the most tokens to write.

        Raises:
            GlassformerError: if the model is not one stack, or the beginning is empty.
        """
        if not isinstance(self.model, OneStack):
            raise GlassformerError(f"{self.name!r} can only translate: choose a model of one stack to write on.")
        check_type(strategy, Strategy | None, _A_STRATEGY)
        if not (ids := self.spell(beginning).ids):
            raise GlassformerError("There is nothing to go on with: type at least one word.")
        length = max(1, check_whole_number(max_length, "The most tokens to write"))
        return write_on(cast(Any, self), ids, strategy or Sampling(), length)

    def trace(
        self,
        text: str | Source,
        target: str | Hypothesis | None = None,
        probe: Probe | None = None,
        edit: Edit | str | None = None,
    ) -> Trace:
        """Every activation of one forward pass over a sentence and its translation.

        Args:
            text: in the source language.
            target: a text or a hypothesis; by default the original model's translation.
            probe, edit: as for `decode`.

        Raises:
            GlassformerError: if the edit cannot be parsed or applied.
        """
        read = self.read(text)
        target = self._target(read, target)
        tokens = self.tokenizer.target.encode(target) if isinstance(target, str) else target.tokens
        source, probe = self._apply_edit(read, edit, probe)
        return trace_tokens(self, source.ids, whole_target(tokens, self.model.config.max_length), probe)

    def trace_all(
        self,
        texts: Iterable[str | Source],
        targets: Iterable[str | Hypothesis] | None = None,
        only: Iterable[str] | None = None,
        probe: Probe | None = None,
        edit: Edit | str | None = None,
    ) -> Iterator[Trace]:
        """`trace` for many sentences, one trace after another; they are computed in batches of similar length.

        Args:
            texts, targets: as for `trace`; of each as many.
            only: names of activations, or patterns such as `decoder.*.cross_attention.weights`, so that the traces take
                less memory; everything by default.
            probe: as for `trace`; it sees batches, in which shorter sentences are padded at the end.
            edit: as for `trace`.

        Raises:
            GlassformerError: as for `trace`, or if there are more texts than targets, or fewer.
        """
        parsed, left = parse(edit), iter(check_iterable(texts, "A list of sentences"))
        given = None if targets is None else iter(check_iterable(targets, "A list of targets"))
        longest = self.model.config.max_length
        while read := [self.read(text) for text in islice(left, TRACED_AT_ONCE)]:
            if given is None:
                found: list[Any] = self._decode_all(read, beam_or_greedy())
            elif len(found := list(islice(given, len(read)))) < len(read):
                raise GlassformerError("There are more texts than targets: give one for each.")
            sources, combined = self._edit_all(read, parsed, probe)
            ids = [
                self.tokenizer.target.encode(each) if isinstance(each, str) else each.tokens
                for each in (self._target(source, target) for source, target in zip(read, found, strict=True))
            ]
            pairs = [(source.ids, whole_target(each, longest)) for source, each in zip(sources, ids, strict=True)]
            yield from trace_batches(self, pairs, combined, only, parsed.sees_padding)
        if given is not None and next(given, None) is not None:
            raise GlassformerError("There are more targets than texts: give one for each.")

    def _apply_edit(self, source: Source, edit: Edit | str | None, probe: Probe | None) -> tuple[Source, Probe | None]:
        """The encoder's source under an edit, and the edit's probe followed by another."""
        (edited,), both = self._edit_all([source], parse(edit), probe)
        return edited, probe if source.empty else both

    def _editable(self, subject: str) -> EditableModel:
        self.check_transformer(subject)
        return cast("EditableModel", self)

    def _edit_all(self, sources: list[Source], edit: Edit, probe: Probe | None) -> tuple[list[Source], Probe | None]:
        if not edit:
            return sources, probe
        own = self._editable("edits")
        both = [each for each in (edit.probe(own), probe) if each is not None]
        edited = [source if source.empty else edit.source(own, source) for source in sources]
        return edited, chain(*both) if both else None

    def _decode_all(
        self, sources: Sequence[Source], strategy: Strategy, options: SearchOptions = FREE, apart: bool = False
    ) -> list[Hypothesis]:
        """The best hypothesis of each source, an empty one for an empty source."""
        options = replace(options, compiled=self.compiled)
        ids = [source.ids for source in sources if not source.empty]
        found = iter(decode_sorted(self.model, ids, strategy, options=options, apart=apart))
        return [NOTHING.best if source.empty else next(found) for source in sources]

    def _target(self, source: Source, target: str | Hypothesis | None) -> str | Hypothesis:
        given = self.translate(source).hypothesis if target is None else target
        return cast("str | Hypothesis", check_type(given, str | Hypothesis, "A text or a hypothesis"))
