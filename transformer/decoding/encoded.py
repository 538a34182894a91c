"""A source after the encoder: any number of searches can start from it."""

import time
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.decoding.model_with_vocabulary import TextModel
from transformer.model.transformer import Transformer
from transformer.text.source import Source
from transformer.values import ByValue


@dataclass(frozen=True, eq=False)
class EncodedSource(ByValue):
    """A source that the encoder has read.

    Attributes:
        source: the text and its tokens.
        memory: the encoder's output, (1, S, D).
        seconds: how long the encoder took.
    """

    source: Source
    memory: Tensor = field(repr=False)
    seconds: float = field(compare=False)


@torch.no_grad()
def encode_source(translator: TextModel[Transformer], source: Source) -> EncodedSource:
    """Run the encoder over one source, so that it can be translated several times.

    Raises:
        ValueError: if the source has more tokens than the model has positions.
    """
    begun = time.perf_counter()
    ids = torch.tensor([source.ids], device=next(translator.model.parameters()).device)
    memory = (translator.compiled or translator.model).encode(ids)
    return EncodedSource(source, memory, time.perf_counter() - begun)
