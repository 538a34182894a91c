"""Marian of Hugging Face transformers with the sizes of a model of ours, for the benchmarks beside it."""

from typing import Any

from transformer.model.config import ModelConfig
from transformer.text.special_tokens import END, PAD, START


def marian_like(config: ModelConfig) -> Any:
    """A `MarianMTModel` with random weights: the same layers, widths, heads, vocabulary and dropout.

    Raises:
        ImportError: if Hugging Face transformers is not installed.
    """
    from transformers import MarianConfig, MarianMTModel

    return MarianMTModel(
        MarianConfig(
            vocab_size=config.vocabulary_size,
            d_model=config.d_model,
            encoder_layers=config.encoder_layers,
            decoder_layers=config.decoder_layers,
            encoder_attention_heads=config.heads,
            decoder_attention_heads=config.heads,
            encoder_ffn_dim=config.d_ff,
            decoder_ffn_dim=config.d_ff,
            activation_function="relu",
            dropout=config.dropout,
            attention_dropout=0.0,
            activation_dropout=0.0,
            max_position_embeddings=config.max_length,
            scale_embedding=True,
            pad_token_id=PAD,
            eos_token_id=END,
            decoder_start_token_id=START,
            forced_eos_token_id=None,
        )
    )
