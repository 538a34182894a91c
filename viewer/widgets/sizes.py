"""The sizes that pages write next to a picture, with the paper's letters."""

from typing import TypedDict

from transformer import ModelConfig


class Sizes(TypedDict):
    """Letters as in the paper: S and T tokens of source and target, D the width, V the vocabulary."""

    S: int
    T: int
    D: int
    H: int
    d_k: int
    d_ff: int
    V: int
    encoder_layers: int
    decoder_layers: int


def sizes(config: ModelConfig, source: int, target: int) -> Sizes:
    """Sizes of a model and of a sentence that it read.

    Args:
        source, target: how many tokens the encoder read, and how many positions the decoder has.
    """
    return {
        "S": source,
        "T": target,
        "D": config.d_model,
        "H": config.heads,
        "d_k": config.d_k,
        "d_ff": config.d_ff,
        "V": config.vocabulary_size,
        "encoder_layers": config.encoder_layers,
        "decoder_layers": config.decoder_layers,
    }
