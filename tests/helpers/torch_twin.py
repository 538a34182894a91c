"""PyTorch's own Transformer with the weights of one of ours: what ours has to be equal to."""

import torch
from torch import nn

from transformer.model.attention import MultiHeadAttention
from transformer.model.layers import ACTIVATIONS, EncoderLayer
from transformer.model.transformer import Transformer


def copy_attention(theirs: nn.MultiheadAttention, ours: MultiHeadAttention) -> None:
    projections = (ours.query_projection, ours.key_projection, ours.value_projection)
    theirs.in_proj_weight.copy_(torch.cat([projection.weight for projection in projections]))
    theirs.in_proj_bias.copy_(torch.cat([projection.bias for projection in projections]))
    theirs.out_proj.load_state_dict(ours.output_projection.state_dict())


def copy_layer(theirs: nn.TransformerEncoderLayer, ours: EncoderLayer) -> None:
    copy_attention(theirs.self_attn, ours.self_attention)
    theirs.linear1.load_state_dict(ours.feed_forward.expand.state_dict())
    theirs.linear2.load_state_dict(ours.feed_forward.contract.state_dict())
    theirs.norm1.load_state_dict(ours.self_attention_add.norm.state_dict())
    theirs.norm2.load_state_dict(ours.feed_forward_add.norm.state_dict())


def torch_twin(model: Transformer) -> nn.Transformer:
    """PyTorch's Transformer with the same weights."""
    config = model.config
    twin = nn.Transformer(
        config.d_model,
        config.heads,
        config.encoder_layers,
        config.decoder_layers,
        config.d_ff,
        dropout=0.0,
        activation=ACTIVATIONS[config.activation],
        batch_first=True,
        norm_first=config.norm == "pre",
        dtype=torch.float64,
    )
    with torch.no_grad():
        for theirs, ours in zip(twin.encoder.layers, model.encoder_layers, strict=True):
            copy_layer(theirs, ours)
        for theirs, ours in zip(twin.decoder.layers, model.decoder_layers, strict=True):
            copy_attention(theirs.self_attn, ours.self_attention)
            copy_attention(theirs.multihead_attn, ours.cross_attention)
            theirs.linear1.load_state_dict(ours.feed_forward.expand.state_dict())
            theirs.linear2.load_state_dict(ours.feed_forward.contract.state_dict())
            theirs.norm1.load_state_dict(ours.self_attention_add.norm.state_dict())
            theirs.norm2.load_state_dict(ours.cross_attention_add.norm.state_dict())
            theirs.norm3.load_state_dict(ours.feed_forward_add.norm.state_dict())
        if config.norm == "pre":
            twin.encoder.norm.load_state_dict(model.encoder_norm.state_dict())
            twin.decoder.norm.load_state_dict(model.decoder_norm.state_dict())
        else:  # the paper's stacks end with the norm of their last layer; PyTorch adds another
            twin.encoder.norm = None
            twin.decoder.norm = None
    return twin.train()  # no dropout; and no shortcut that evaluation mode would take
