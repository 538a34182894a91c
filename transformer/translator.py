"""A model with its vocabulary, ready to translate, to be edited and to explain its choices.

```python
import transformer
model = transformer.load("en-fr")
translation = model.translate("I love you very much.", beam=4)
translation.text
```
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, cast

import pandas as pd
import torch
from torch import Tensor

from transformer.attribution.methods import ALL, attribute
from transformer.attribution.question import Question, ask
from transformer.checks import check_iterable, check_text, check_type, check_whole_number, describe_value
from transformer.corpora import Direction
from transformer.corpora.direction import ENGLISH, KNOWN, two_letters
from transformer.corpora.everyday import everyday_sentences
from transformer.decoding.batches import decode_sorted
from transformer.decoding.compiled.model import CompiledModel, compile_model
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM, FREE, Hypothesis, SearchOptions
from transformer.decoding.strategies import Beam, Sampling, Strategy, beam_or_greedy
from transformer.decoding.trace import Trace, trace_batches, trace_tokens, whole_target
from transformer.decoding.translation import NOTHING, Translation, find_translation, find_translations, score_all
from transformer.decoding.writing import Writing, write_on
from transformer.edits import Edit, parse
from transformer.edits.ablation import ablate
from transformer.edits.comparison import Comparison, compare
from transformer.edits.head_means import head_means
from transformer.edits.patching import patch_map
from transformer.edits.places import head_names
from transformer.errors import EditError, GlassformerError
from transformer.learning import MOST_TOKENS, RATE, GradientCheck, Lesson, backward, check_gradient
from transformer.model.card import IMPORTED
from transformer.model.folder import ModelFolder, load_model
from transformer.model.one_stack import OneStack
from transformer.model.probe import Probe, chain
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel, count_parameters
from transformer.text.doubts import describe_unread, find_doubts
from transformer.text.reader import MAX_RAW, MAX_SOURCE_TOKENS, SourceReader
from transformer.text.sentences import split_sentences
from transformer.text.source import Source, Spelling
from transformer.text.special_tokens import END, START, UNKNOWN
from transformer.text.trust import Trust, judge_source

if TYPE_CHECKING:  # a default needs Python 3.13
    from typing_extensions import TypeVar

    Model = TypeVar("Model", bound=TranslationModel, covariant=True, default=Transformer)
else:
    from typing import TypeVar

    Model = TypeVar("Model")

MAX_TARGET_TOKENS = 200  # of a translation or a prefix that a person typed
TRACED_AT_ONCE = 256  # sentences that are sorted by length before they are traced
MAX_WRITTEN = 60  # tokens that continue a text
MEAN_OVER = 60  # sentences over which a head's mean context is computed
_A_STRATEGY = "A strategy such as Greedy(), Beam(5) or Sampling()"


def load(name: str | Path = "en-fr", device: torch.device | str = "cpu") -> "Translator[Any]":
    """Open a shipped model by name, or a model folder by path.

    Raises:
        ModelFolderError: if there is no such model, or it is damaged.
    """
    return Translator(load_model(name, device))


class Translator(ModelWithVocabulary, Generic[Model]):
    """A trained model with its vocabulary. It stores nothing about any sentence, so many threads can share it.

    A recurrent network translates, traces and scores like a Transformer; anything that needs layers and heads raises an
    EditError. So does one stack, which can also be asked why, and writes on; anything that needs an encoder raises one.
    """

    model: Model

    def __init__(self, folder: ModelFolder) -> None:
        super().__init__(folder.model, folder.tokenizer)
        self.name = folder.name
        self.card: dict[str, Any] = folder.card
        self.source_token_counts: Tensor = folder.source_token_counts

    def __repr__(self) -> str:
        parameters = count_parameters(self.model)["total"]
        return f"{type(self).__name__}({self.name!r}, {parameters:,} parameters, {self.tokenizer})"

    def of_transformer(self, subject: str = "heads") -> "Translator[Transformer]":
        """This translator, for what only a Transformer has, such as heads.

        Raises:
            EditError: if its model is a recurrent network or one stack.
        """
        if isinstance(self.model, OneStack):
            raise EditError(f"There are no {subject} for {self.name!r}: it is one stack, and this needs an encoder.")
        if not isinstance(self.model, Transformer):
            raise EditError(f"There are no {subject} for {self.name!r}: it is a recurrent network, not a Transformer.")
        return cast("Translator[Transformer]", self)

    @property
    def imported(self) -> bool:
        """Whether the model was trained elsewhere: then nobody knows here what it has read."""
        return IMPORTED in self.card

    @property
    def reads_as_typed(self) -> bool:
        """Whether texts reach the model as they are, because we know nothing about what it reads."""
        return self.imported or Direction.of_card(self.card).source not in KNOWN

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the model writes, if it can be asked for one of several; the first is the default."""
        return self.tokenizer.languages

    def into(self, language: str) -> "Translator[Model]":
        """The same model, asked for one of its `languages`.

        Raises:
            GlassformerError: if it can't be asked for that language.
        """
        if language not in self.languages:
            known = ", ".join(self.languages) or "none"
            raise GlassformerError(
                f"{self.name!r} can't be asked for {describe_value(language)}; its choices are: {known}."
            )
        other = self.with_model(self.model)
        vars(other).update(compiled=self.compiled, _reader=replace(self._reader, asked_for=language))
        other.card = {**self.card, "target_language": two_letters(language)}
        return other

    def with_model(self, model: TranslationModel) -> "Translator[Model]":
        """The same translator with another model of the same sizes."""
        other = copy(self)
        for computed in ("compiled", "head_means"):
            vars(other).pop(computed, None)
        other.model = cast("Model", model)
        return other

    @cached_property
    def compiled(self) -> CompiledModel | None:
        """The model in the compiled code's form, or None. A loaded model is frozen, so the two agree."""
        return compile_model(self.model)

    @cached_property
    def head_means(self) -> Mapping[str, Tensor]:
        """Each head's mean context over everyday sentences, (H, d_k) by attention."""
        source = Direction.of_card(self.card).source
        texts = everyday_sentences(source) or [example["source"] for example in self.card.get("examples", [])]
        if not texts:
            raise EditError(f"There are no sentences in {source!r} to average over: give the model's card examples.")
        return head_means(self.of_transformer("heads").model, [self.read(text).ids for text in texts[:MEAN_OVER]])

    @property
    def alignment_layer(self) -> int:
        """The decoder layer whose cross-attention aligns best: as measured in the card, or the last one."""
        last = super().alignment_layer
        measured = self.card.get("alignment", {}).get("best_layer", last)
        return measured if isinstance(measured, int) and 0 <= measured <= last else last

    def read(self, text: str | Source) -> Source:
        """The text as the encoder reads it, truncated to the limits, and the parts that bypass the model.

        What was read once is returned as it is: whatever takes a text also takes what this model has read.
        """
        return text if isinstance(text, Source) else self._reader.source(check_text(text))

    def write(self, source: Source, ids: Iterable[int]) -> str:
        """The text of the ids that a model generated for a source, with what bypassed the model put back."""
        return source.carried.put_back(self.tokenizer.decode(ids))

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
        return write_on(cast("Translator[OneStack]", self), ids, strategy or Sampling(), length)

    def spell(self, target: str) -> Spelling:
        """A target text in tokens: without what the vocabulary cannot spell, and truncated to the limit."""
        target_side = self.tokenizer.target
        cleaned = target_side.cleaned(check_text(target)[:MAX_RAW])
        ids, spans = target_side.encode(cleaned), target_side.spans(cleaned)
        lost = "".join(cleaned[begin:end] for token, (begin, end) in zip(ids, spans, strict=True) if token == UNKNOWN)
        kept = [token for token in ids if token != UNKNOWN]
        limit = min(MAX_TARGET_TOKENS, self.model.config.max_length - 1)
        cut = len(kept) > limit or len(target) > MAX_RAW
        kept = kept[:limit] if self.tokenizer.decode(kept) else []
        return Spelling(tuple(kept), tuple(self.tokenizer.tokens(kept)), self.tokenizer.decode(kept), lost, cut)

    def trust(self, source: Source) -> Trust:
        """How far to trust a translation of this source."""
        longest_usual = int(self.card.get("longest_usual_source", MAX_SOURCE_TOKENS))
        names = [name for name, _ in source.carried.names]
        return judge_source(source.ids, source.tokens, self._source_counts, longest_usual, names)

    def doubts(self, translation: Translation) -> tuple[str, ...]:
        """Why a translation can't be good, however sure the model is: one sentence per reason, usually none.

        A model that was trained elsewhere, or doesn't translate English into French or German, only reports on what
        bypassed it.
        """
        direction = Direction.of_card(self.card)
        if self.imported or direction.source != ENGLISH or not direction.is_known:
            unknown = self.tokenizer.unknown_languages(translation.source.text)
            return (*(self.unknown_language(each) for each in unknown), *describe_unread(translation.source))
        return find_doubts(translation.source, translation.generated, direction.target)

    def unknown_language(self, asked: str) -> str:
        """The sentence about a token such as `>>xxx<<` that asks for a language the model doesn't know."""
        known = f"; it writes {', '.join(self.languages)}" if self.languages else ""
        return f"The model doesn’t know {describe_value(asked).partition(' ')[0]}, and read it as text{known}."

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

    def gradients(self, text: str | Source, target: str) -> Trace:
        """The gradient of a wanted translation's loss at every activation, with the names and shapes of `trace`.

        See `transformer.learning.backward`; raises as `learn` does.
        """
        return backward(self, self._pair(text, target))[1]

    def learn(self, text: str | Source, target: str, steps: int = 1, rate: float = RATE) -> "Lesson[Translator[Model]]":
        """Teach a copy of the model that this text has that target, by steps of Adam.

        Returns:
            The new translator and what each step did; `learn` of the lesson goes on.

        Raises:
            GlassformerError: for a number of steps outside 1 … MOST_STEPS or a rate outside 0 … MOST_RATE, if a text is
                empty or too long, or has something that the model can't read or write.
        """
        return Lesson(self, self._pair(text, target), rate).learn(steps)

    def check_gradient(
        self, text: str | Source, target: str, weight: str, index: Sequence[int] | None = None
    ) -> GradientCheck:
        """Nudge one number among the weights, in 64 bits, and compare the slope of the loss with the gradient.

        Args:
            weight: a parameter's name. index: of one of its numbers; by default the one with the largest gradient.

        Raises:
            GlassformerError: if there is no such number, or as for `learn`.
        """
        return check_gradient(self.model, self._pair(text, target), weight, index)

    def compare(self, text: str | Source, edit: Edit | str, beam: int = DEFAULT_BEAM) -> Comparison:
        """A sentence translated by the original model, and under an edit.

        Raises:
            GlassformerError: if there is nothing to translate, or the edit cannot be parsed or applied.
        """
        return compare(self.of_transformer("edits"), self._read_nonempty(text), parse(edit), beam_or_greedy(beam))

    def ablate(self, text: str | Source, edits: Sequence[Edit | str] | Edit | str | None = None) -> pd.DataFrame:
        """A sentence under one or several edits, one at a time: by default without each of its heads.

        Returns:
            See `transformer.edits.ablation.ablate`.

        Raises:
            GlassformerError: if there is nothing to translate, or an edit cannot be parsed or applied.
        """
        own = self.of_transformer("heads to leave out")
        if edits is None:
            edits = [f"zero_head:{head}" for head in head_names(own.model.config)]
        given = [edits] if isinstance(edits, str | Edit) else check_iterable(edits, "A list of edits")
        return ablate(own, self._read_nonempty(text), [parse(edit) for edit in given])

    def ask(
        self, text: str | Source, token: int, against: str | int | None = None, target: str | Hypothesis | None = None
    ) -> Question:
        """Why this token rather than that one? See `transformer.attribution` for what you can ask.

        Args:
            text: in the source language.
            token: the step of the translation that predicts it, counted from 0.
            against: a rival, as text or as an id.
            target: a text or a hypothesis; by default the model's own translation.

        Raises:
            GlassformerError: if there is nothing to translate, no such step, or the rival is not in the vocabulary.
        """
        own = self if isinstance(self.model, OneStack) else self.of_transformer("attributions")
        source = self._read_nonempty(text)
        target = self._target(source, target)
        tokens = (*self.spell(target).ids, END) if isinstance(target, str) else target.tokens
        return ask(cast("Translator[OneStack]", own), source.ids, tokens, token, against)

    def attribute(
        self, text: str | Source, token: int, against: str | int | None = None, method: str = ALL
    ) -> pd.DataFrame:
        """How much every source token and every earlier target token counts for one token of the translation.

        Args:
            token, against: as for `ask`.
            method: see `transformer.attribution.methods`; by default all of them.

        Returns:
            See `transformer.attribution.methods.attribute`.
        """
        return attribute(self.ask(text, token, against), method)

    def patch(self, a: str | Source, b: str | Source, place: str = "residual") -> pd.DataFrame:
        """Put activations of `b` into a run on `a`, one at a time, and see how far the prediction moves towards `b`'s.

        Args:
            a, b: two sentences with the same number of tokens.
            place: `residual`, `sublayers` or `heads`, at all positions.

        Returns:
            See `transformer.edits.patching.PatchMap`, whose table this is.

        Raises:
            GlassformerError: if one is empty, they differ in length, or they get the same translation.
        """
        return patch_map(self.of_transformer("patches"), self._read_nonempty(a), self._read_nonempty(b), place).frame

    @cached_property
    def _source_counts(self) -> list[int]:
        return cast("list[int]", self.source_token_counts.tolist())

    @cached_property
    def _reader(self) -> SourceReader:
        between, longest = Direction.of_card(self.card), self.model.config.max_length
        counts = self.source_token_counts
        return SourceReader(self.tokenizer, counts, between.source, longest, self.reads_as_typed, target=between.target)

    def _apply_edit(self, source: Source, edit: Edit | str | None, probe: Probe | None) -> tuple[Source, Probe | None]:
        """The encoder's source under an edit, and the edit's probe followed by another."""
        (edited,), both = self._edit_all([source], parse(edit), probe)
        return edited, probe if source.empty else both

    def _edit_all(self, sources: list[Source], edit: Edit, probe: Probe | None) -> tuple[list[Source], Probe | None]:
        if not edit:
            return sources, probe
        own = self.of_transformer("edits")
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

    def _read_nonempty(self, text: str | Source) -> Source:
        source = self.read(text)
        if source.empty:
            raise GlassformerError("There is nothing to translate.")
        return source

    def _pair(self, text: str | Source, target: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The ids of a pair that a model shall learn: (S), and START … END, (T + 1)."""
        source, spelling = self._read_nonempty(text), self.spell(target)
        if source.carried.units:
            raise GlassformerError(f"The model never reads {source.carried.units[0]!r}: leave it out.")
        if spelling.lost:
            raise GlassformerError(f"The vocabulary can't spell {spelling.lost!r}: leave it out of the translation.")
        if not spelling.ids:
            raise GlassformerError("There is no translation to learn: type at least one word.")
        if source.cut or spelling.cut or len(spelling.ids) >= MOST_TOKENS:
            raise GlassformerError(f"The pair is too long to learn: {MOST_TOKENS} tokens are the most; shorten it.")
        return source.ids, (START, *spelling.ids, END)

    def _check_ids(self, given: Iterable[int]) -> tuple[int, ...]:
        ids = tuple(check_whole_number(token, "A token's id") for token in given)
        size = self.model.config.vocabulary_size
        for token in ids:
            if not 0 <= token < size:
                raise GlassformerError(f"There is no token {token} in this vocabulary of {size}.")
        limit = self.model.config.max_length - 1
        if len(ids) > limit:
            raise GlassformerError(f"The prefix has {len(ids)} tokens; the model can write at most {limit}.")
        return ids
