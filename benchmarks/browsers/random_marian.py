"""Write a Marian of our model's size with random weights, in Hugging Face's format: how fast it is says no weight.

pip install transformers
python -m benchmarks.browsers.random_marian FOLDER
"""

from pathlib import Path
from typing import Any

import torch

from benchmarks.timing import options_of
from transformer.model.config import ModelConfig
from transformer.text.special_tokens import END, PAD, START
from transformer.translator import load


def random_marian(sizes: ModelConfig) -> Any:
    """A `MarianMTModel` of these sizes."""
    from transformers import MarianConfig, MarianMTModel

    config = MarianConfig(
        vocab_size=sizes.vocabulary_size,
        d_model=sizes.d_model,
        encoder_layers=sizes.encoder_layers,
        decoder_layers=sizes.decoder_layers,
        encoder_attention_heads=sizes.heads,
        decoder_attention_heads=sizes.heads,
        encoder_ffn_dim=sizes.d_ff,
        decoder_ffn_dim=sizes.d_ff,
        max_position_embeddings=sizes.max_length,
        dropout=sizes.dropout,
        activation_function="relu",
        pad_token_id=PAD,
        decoder_start_token_id=START,
        eos_token_id=END,
        forced_eos_token_id=None,
    )
    return MarianMTModel(config)


def main() -> None:
    """Write the folder."""
    parser = options_of(__doc__)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    torch.manual_seed(0)
    random_marian(load("en-fr").of_transformer().model.config).save_pretrained(folder)


if __name__ == "__main__":
    main()
