"""A model and its vocabulary: what decoding needs, whether the model is loaded, cached or still training."""

from typing import Protocol, TypeVar

from transformer.decoding.compiled.model import CompiledModel
from transformer.model.translation_model import TranslationModel
from transformer.text.tokenizer import SubwordTokenizer

Model = TypeVar("Model", bound=TranslationModel, covariant=True)


class TextModel(Protocol[Model]):
    """A model with the vocabulary in which it reads and writes text."""

    @property
    def model(self) -> Model:
        """In evaluation mode whenever it decodes."""

    @property
    def tokenizer(self) -> SubwordTokenizer:
        """Its vocabulary."""

    @property
    def compiled(self) -> CompiledModel | None:
        """The model in the compiled code's form, or None."""

    @property
    def alignment_layer(self) -> int:
        """The decoder layer whose cross-attention is shown as the alignment."""


class ModelWithVocabulary:
    """A `TextModel` whose weights can still change: nothing is compiled or measured."""

    def __init__(self, model: TranslationModel, tokenizer: SubwordTokenizer) -> None:
        self.model = model
        self.tokenizer = tokenizer

    @property
    def compiled(self) -> CompiledModel | None:
        """None."""
        return None

    @property
    def alignment_layer(self) -> int:
        """The last."""
        return max(0, self.model.cross_attentions - 1)
