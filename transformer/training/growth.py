"""Growing a trained model: more encoder layers, and more hidden units in its feed-forward layers."""

import copy
from dataclasses import replace

import torch
from torch import nn

from transformer.errors import TrainingError
from transformer.model.layers import DecoderLayer, EncoderLayer
from transformer.model.transformer import Transformer


def grown(model: Transformer, encoder_layers: int | None = None, d_ff: int | None = None) -> Transformer:
    """A copy of a model with fresh encoder layers on top and fresh hidden units, which computes the same function.

    In a pre-norm layer x + Sublayer(LayerNorm(x)), a sublayer whose last matrix is zero adds nothing; and neither does
    a hidden unit of FFN(x) = max(0, x W_1 + b_1) W_2 + b_2 whose row of W_2 is zero. Fresh parts start that way (after
    Chen, Goodfellow and Shlens 2016, arXiv 1511.05641, "Net2Net").

    Args:
        encoder_layers, d_ff: of the new model, at least as many as the model has; None for the same number.
    """
    config = model.config
    sizes = replace(
        config,
        encoder_layers=config.encoder_layers if encoder_layers is None else encoder_layers,
        d_ff=config.d_ff if d_ff is None else d_ff,
    )
    return _put_into(Transformer(sizes), model)


def with_sizes_of(model: Transformer, larger: Transformer) -> Transformer:
    """Like `grown`, with the sizes of a model grown from this one, and with that model's weights in the fresh parts.

    Their mean is then the mean of two stages of the same training.
    """
    ours, theirs = model.config, larger.config
    if replace(ours, encoder_layers=theirs.encoder_layers, d_ff=theirs.d_ff, dropout=theirs.dropout) != theirs:
        raise TrainingError("Neither grew out of the other: they differ in more than layers and hidden units.")
    return _put_into(copy.deepcopy(larger), model)


@torch.no_grad()
def _put_into(larger: Transformer, model: Transformer) -> Transformer:
    """Put a model's weights into a larger one, whose other parts then add nothing."""
    ours, theirs = model.config, larger.config
    if ours.encoder_layers > theirs.encoder_layers:
        raise TrainingError(
            f"The model has {ours.encoder_layers} encoder layers: it cannot continue with {theirs.encoder_layers}."
        )
    if ours.d_ff > theirs.d_ff:
        raise TrainingError(
            f"The model's feed-forward has {ours.d_ff} hidden units: it cannot continue with {theirs.d_ff}."
        )
    if ours.encoder_layers < theirs.encoder_layers and ours.norm != "pre":
        raise TrainingError("A post-norm model cannot get more encoder layers: they would change what it has learned.")
    own = {name: weight for name, weight in model.state_dict().items() if ".feed_forward." not in name}
    larger.load_state_dict(own, strict=False)
    below = zip(model.encoder_layers, larger.encoder_layers, strict=False)  # the fresh layers are on top
    for old, new in [*below, *zip(model.decoder_layers, larger.decoder_layers, strict=True)]:
        assert isinstance(old, EncoderLayer | DecoderLayer)
        assert isinstance(new, EncoderLayer | DecoderLayer)
        new.feed_forward.expand.weight[: ours.d_ff] = old.feed_forward.expand.weight
        new.feed_forward.expand.bias[: ours.d_ff] = old.feed_forward.expand.bias
        new.feed_forward.contract.weight.zero_()
        new.feed_forward.contract.weight[:, : ours.d_ff] = old.feed_forward.contract.weight
        new.feed_forward.contract.bias.copy_(old.feed_forward.contract.bias)
    for fresh in larger.encoder_layers[ours.encoder_layers :]:
        assert isinstance(fresh, EncoderLayer)
        for last in (fresh.self_attention.output_projection, fresh.feed_forward.contract):
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)
    return larger
