"""More to learn with for a model that has learned already: encoder layers, and hidden units of the feed-forward."""

from collections.abc import Iterator
from dataclasses import replace

import torch
from torch import nn

from transformer.errors import TrainingError
from transformer.model.layers import DecoderLayer, EncoderLayer
from transformer.model.transformer import Transformer


def with_encoder_layers(model: Transformer, layers: int) -> Transformer:
    """A copy of a model with fresh encoder layers on top of its own, which computes the same function.

    In a pre-norm layer x + Sublayer(LayerNorm(x)), a sublayer whose last matrix is zero adds nothing. The fresh layers
    begin so, and learn from there (Chen, Goodfellow and Shlens 2016, arXiv 1511.05641, "Net2DeeperNet").

    Args:
        model: pre-norm.
        layers: of the encoder that comes out, as many as the model has or more.

    Raises:
        TrainingError: for fewer layers, or more of them in a post-norm model, whose layers cannot do nothing.
        ConfigError: for more than any model has.
    """
    config = model.config
    if layers < config.encoder_layers:
        raise TrainingError(f"The model has {config.encoder_layers} encoder layers: it cannot go on with {layers}.")
    if layers > config.encoder_layers and config.norm != "pre":
        raise TrainingError("A post-norm model cannot get more encoder layers: they would change what it has learned.")
    grown = Transformer(replace(config, encoder_layers=layers))
    grown.load_state_dict(model.state_dict(), strict=False)
    for layer in grown.encoder_layers[config.encoder_layers :]:
        assert isinstance(layer, EncoderLayer)
        for last in (layer.self_attention.output_projection, layer.feed_forward.contract):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)
    return grown


def with_feed_forward(model: Transformer, d_ff: int) -> Transformer:
    """A copy of a model whose feed-forward networks have fresh hidden units as well, which computes the same function.

    FFN(x) = max(0, x W_1 + b_1) W_2 + b_2 adds a row of W_2 for every hidden unit. The rows of the fresh ones begin at
    zero, and learn from there, while their columns of W_1 begin at random like those of a fresh model (Chen, Goodfellow
    and Shlens 2016, arXiv 1511.05641, who copy units instead).

    Args:
        model: of any kind of norm.
        d_ff: hidden units of every layer of the model that comes out, as many as the model has or more.

    Raises:
        TrainingError: for fewer units.
        ConfigError: for more than any model has.
    """
    config = model.config
    if d_ff < config.d_ff:
        raise TrainingError(f"The model's feed-forward has {config.d_ff} hidden units: it cannot go on with {d_ff}.")
    grown = Transformer(replace(config, d_ff=d_ff))
    own = {name: weight for name, weight in model.state_dict().items() if ".feed_forward." not in name}
    grown.load_state_dict(own, strict=False)
    for old, new in zip(_layers(model), _layers(grown), strict=True):
        with torch.no_grad():
            new.feed_forward.expand.weight[: config.d_ff] = old.feed_forward.expand.weight
            new.feed_forward.expand.bias[: config.d_ff] = old.feed_forward.expand.bias
            new.feed_forward.contract.weight.zero_()
            new.feed_forward.contract.weight[:, : config.d_ff] = old.feed_forward.contract.weight
            new.feed_forward.contract.bias.copy_(old.feed_forward.contract.bias)
    return grown


def _layers(model: Transformer) -> Iterator[EncoderLayer | DecoderLayer]:
    for layer in (*model.encoder_layers, *model.decoder_layers):
        assert isinstance(layer, EncoderLayer | DecoderLayer)
        yield layer
