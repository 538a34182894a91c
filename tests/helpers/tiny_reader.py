"""A tiny model that can read texts, for the tests of edits."""

from collections.abc import Mapping
from functools import cached_property

from tiny import tiny_model
from torch import Tensor

from transformer.decoding.model_with_vocabulary import ModelWithVocabulary
from transformer.edits.head_means import head_means
from transformer.text.source import Source
from transformer.text.tokenizer import SubwordTokenizer

SENTENCE, OTHER = "The cat drinks water.", "My brother drinks tea."
FOREIGN = "post, swish and an output bias"  # like many models trained elsewhere


class TinyReader(ModelWithVocabulary):
    """An untrained model of three encoder layers and two decoder layers in float64; `norm` can be FOREIGN."""

    def __init__(self, tokenizer: SubwordTokenizer, norm: str, **changes: object) -> None:
        sizes = {"vocabulary_size": tokenizer.size, "max_length": 48, "encoder_layers": 3, **changes}
        if norm == FOREIGN:
            norm, sizes = "post", {**sizes, "activation": "swish", "output_bias": True}
        super().__init__(tiny_model(seed=5, norm=norm, **sizes).double().requires_grad_(False), tokenizer)

    @cached_property
    def head_means(self) -> Mapping[str, Tensor]:
        return head_means(self.model, [self.read(SENTENCE).ids, self.read(OTHER).ids])

    def read(self, text: str) -> Source:
        ids = self.tokenizer.encode_source(text)
        return Source(text, tuple(ids), tuple(self.tokenizer.tokens(ids)), False)
