"""A model and its vocabulary: what decoding needs, whether the model is loaded, kept or still learning."""

from transformer.model.transformer import Transformer
from transformer.text.tokenizer import SubwordTokenizer


class ModelWithVocabulary:
    """A model that can read and write text, because its vocabulary stands beside it.

    `transformer.translator.Translator` is one that was read from a model folder. A training makes one of the model that
    learns.

    Attributes:
        model: in evaluation mode whenever it decodes.
        tokenizer: its vocabulary.
    """

    def __init__(self, model: Transformer, tokenizer: SubwordTokenizer) -> None:
        self.model = model
        self.tokenizer = tokenizer

    @property
    def alignment_layer(self) -> int:
        """The decoder layer whose cross-attention is shown as the alignment: the last, as long as none was measured."""
        return self.model.config.decoder_layers - 1
