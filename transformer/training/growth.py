"""More encoder layers for a model that has learned already, so that further training has more to learn with."""

from dataclasses import replace

from torch import nn

from transformer.errors import TrainingError
from transformer.model.layers import EncoderLayer
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
