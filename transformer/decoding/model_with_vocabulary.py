"""A model and its vocabulary: what decoding needs, whether the model is loaded, kept or still learning."""

from typing import Any

from transformer.decoding.compiled.model import CompiledModel
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel
from transformer.text.tokenizer import SubwordTokenizer


class ModelWithVocabulary:
    """A model that can read and write text, because its vocabulary stands beside it.

    `transformer.translator` has some that was read from a model folder. A training makes one of the model that
    learns.

    Attributes:
        model: in evaluation mode whenever it decodes.
        tokenizer: its vocabulary.
    """

    def __init__(self, model: TranslationModel, tokenizer: SubwordTokenizer) -> None:
        self.model = model
        self.tokenizer = tokenizer

    @property
    def compiled(self) -> CompiledModel | None:
        """The model as compiled code reads it: none here, where the weights may change."""
        return None

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the compiled model, which holds addresses in the memory of this process."""
        return {name: value for name, value in vars(self).items() if name != "compiled"}

    @property
    def alignment_layer(self) -> int:
        """The decoder layer whose cross-attention is shown as the alignment: the last, as long as none was measured."""
        return max(0, self.model.cross_attentions - 1)


class TransformerWithVocabulary(ModelWithVocabulary):
    """A Transformer and its vocabulary: for what looks into layers and heads.

    Attributes:
        model: the Transformer.
    """

    model: Transformer

    def __init__(self, model: Transformer, tokenizer: SubwordTokenizer) -> None:
        super().__init__(model, tokenizer)
