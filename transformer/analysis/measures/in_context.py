"""One word in several sentences: its vector after the embedding and after each layer of the encoder.

A table of word vectors has one row per word, for all its meanings. The encoder starts from such a row, and each layer
adds information from the other words of the sentence (Peters et al. 2018, arXiv 1802.05365; Ethayarajh 2019, arXiv
1909.00512).
"""

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.edits.places import end_of, layer_places
from transformer.model.probe import Recorder
from transformer.model.transformer import Transformer
from transformer.text.cleaning import clean
from transformer.text.words import word_pieces, words
from transformer.translator import Translator


def vector_names(model: Transformer) -> tuple[str, ...]:
    """The names of the activations that are compared: the row of the table, then the stream after each layer."""
    layers = layer_places(model.config, "encoder")
    return ("encoder.embedding", *(end_of(model.config, layer) for layer in layers))


@torch.no_grad()
def vectors_in_context(translator: Translator, text: str, word: str) -> Tensor | None:
    """The vectors of a word's first occurrence in a sentence; averaged over its pieces.

    Returns:
        (L + 1, D): the first without position, then after each of the L layers. None if the model does not read this
        word in the text.
    """
    source = translator.read(text)
    spelled = [each.lower() for each in words(clean(source.text))]
    if word.lower() not in spelled:
        return None
    pieces = word_pieces(source.text, translator.tokenizer)[spelled.index(word.lower())]
    held = [piece for piece in pieces if piece < len(source.ids) - 1]
    if not held:
        return None
    names = vector_names(translator.model)
    recorder = Recorder(names)
    translator.model.encode(torch.tensor([source.ids]), recorder)
    return torch.stack([recorder.activations[name][0, held].mean(dim=0) for name in names])


def cosines_by_layer(occurrences: Tensor) -> Tensor:
    """How similar the occurrences of a word are: (N, L + 1, D) → (L + 1, N, N), −1 to 1."""
    unit = F.normalize(occurrences, dim=-1).transpose(0, 1)
    return unit @ unit.transpose(1, 2)
