"""More to learn with for a model that has learned already: encoder layers, and hidden units of the feed-forward."""

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
    _silence(grown, from_layer=config.encoder_layers)
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
    _take_over(grown, model)
    return grown


def with_sizes_of(model: Transformer, larger: Transformer) -> Transformer:
    """A copy of a model with the sizes of one that has grown out of it, which computes the same function.

    What the model lacks is taken from the larger one, but for the last matrices of it, which are zero. So each of its
    weights lies on the way to the larger one's, and their mean is one of two stages of one training.

    Args:
        larger: has as many encoder layers and hidden units or more, and is otherwise like the model.

    Raises:
        TrainingError: if the sizes differ in anything else, or are smaller; if layers were to be added to a post-norm
            model.
    """
    ours, theirs = model.config, larger.config
    if replace(ours, encoder_layers=theirs.encoder_layers, d_ff=theirs.d_ff, dropout=theirs.dropout) != theirs:
        raise TrainingError("Neither grew out of the other: they differ in more than layers and hidden units.")
    if ours.encoder_layers > theirs.encoder_layers or ours.d_ff > theirs.d_ff:
        raise TrainingError("A model cannot take the sizes of a smaller one.")
    if ours.encoder_layers < theirs.encoder_layers and ours.norm != "pre":
        raise TrainingError("A post-norm model cannot get more encoder layers: they would change what it has learned.")
    grown = Transformer(theirs)
    grown.load_state_dict(larger.state_dict())
    _silence(grown, from_layer=ours.encoder_layers)
    _take_over(grown, model)
    return grown


@torch.no_grad()
def _take_over(grown: Transformer, model: Transformer) -> None:
    """Put a model's weights into one that is larger; hidden units that the model lacks add nothing from then on."""
    own = {name: weight for name, weight in model.state_dict().items() if ".feed_forward." not in name}
    grown.load_state_dict(own, strict=False)
    units = model.config.d_ff
    pairs = [*zip(model.encoder_layers, grown.encoder_layers, strict=False)]
    for old, new in [*pairs, *zip(model.decoder_layers, grown.decoder_layers, strict=True)]:
        assert isinstance(old, EncoderLayer | DecoderLayer)
        assert isinstance(new, EncoderLayer | DecoderLayer)
        new.feed_forward.expand.weight[:units] = old.feed_forward.expand.weight
        new.feed_forward.expand.bias[:units] = old.feed_forward.expand.bias
        new.feed_forward.contract.weight.zero_()
        new.feed_forward.contract.weight[:, :units] = old.feed_forward.contract.weight
        new.feed_forward.contract.bias.copy_(old.feed_forward.contract.bias)


@torch.no_grad()
def _silence(model: Transformer, from_layer: int) -> None:
    """Have the encoder layers from this one on add nothing to what they read."""
    for layer in model.encoder_layers[from_layer:]:
        assert isinstance(layer, EncoderLayer)
        for last in (layer.self_attention.output_projection, layer.feed_forward.contract):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)
