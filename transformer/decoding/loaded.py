"""A loaded model with its vocabulary: how it reads a text, spells a translation, and what it says about both."""

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Self, cast

from torch import Tensor

from transformer.checks import check_text, check_whole_number, describe_value
from transformer.corpora import Direction
from transformer.corpora.direction import ENGLISH, KNOWN, two_letters
from transformer.decoding.compiled.model import CompiledModel, compile_model
from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.decoding.translation import Translation
from transformer.errors import EditError, GlassformerError
from transformer.model.card import IMPORTED
from transformer.model.folder import ModelFolder
from transformer.model.one_stack import OneStack
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel, count_parameters
from transformer.text.doubts import describe_unread, find_doubts
from transformer.text.reader import MAX_RAW, MAX_SOURCE_TOKENS, SourceReader
from transformer.text.source import Source, Spelling
from transformer.text.special_tokens import UNKNOWN
from transformer.text.trust import Trust, judge_source

if TYPE_CHECKING:  # a default needs Python 3.13
    from typing_extensions import TypeVar

    Model = TypeVar("Model", bound=TranslationModel, covariant=True, default=Transformer)
else:
    from typing import TypeVar

    Model = TypeVar("Model")

MAX_TARGET_TOKENS = 200  # of a translation or a prefix that a person typed


class LoadedModel(ModelWithVocabulary, Generic[Model]):
    """What is in a model folder. It stores nothing about any sentence, so many threads can share it."""

    model: Model

    def __init__(self, folder: ModelFolder) -> None:
        super().__init__(folder.model, folder.tokenizer)
        self.name = folder.name
        self.card: dict[str, Any] = folder.card
        self.source_token_counts: Tensor = folder.source_token_counts

    def __repr__(self) -> str:
        parameters = count_parameters(self.model)["total"]
        return f"{type(self).__name__}({self.name!r}, {parameters:,} parameters, {self.tokenizer})"

    def check_transformer(self, subject: str = "heads") -> None:
        """Refuse a model without what only a Transformer has, such as heads.

        Raises:
            EditError: if it is a recurrent network or one stack.
        """
        if isinstance(self.model, OneStack):
            raise EditError(f"There are no {subject} for {self.name!r}: it is one stack, and this needs an encoder.")
        if not isinstance(self.model, Transformer):
            raise EditError(f"There are no {subject} for {self.name!r}: it is a recurrent network, not a Transformer.")

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

    def into(self, language: str) -> Self:
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

    def with_model(self, model: TranslationModel) -> Self:
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

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the compiled model, which contains memory addresses of this process."""
        return {name: value for name, value in vars(self).items() if name != "compiled"}

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
        trust = judge_source(source.ids, source.tokens, self._source_counts, longest_usual, names)
        return replace(trust, cut_words=()) if self.tokenizer.by_letters else trust  # which cuts every word

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

    @cached_property
    def _source_counts(self) -> list[int]:
        return cast("list[int]", self.source_token_counts.tolist())

    @cached_property
    def _reader(self) -> SourceReader:
        between, longest = Direction.of_card(self.card), self.model.config.max_length
        counts = self.source_token_counts
        return SourceReader(self.tokenizer, counts, between.source, longest, self.reads_as_typed, target=between.target)

    def _read_nonempty(self, text: str | Source) -> Source:
        source = self.read(text)
        if source.empty:
            raise GlassformerError("There is nothing to translate.")
        return source

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
