"""The edits that are measured for every model: what the laboratory offers, and every head, in several ways."""

from transformer.edits.catalogue import parse
from transformer.edits.edit import Edit
from transformer.edits.places import depth, head_names, layer_places, sublayer_places
from transformer.model.attentions import ATTENTION_KINDS, STACKS
from transformer.model.config import ModelConfig

LABORATORY, ZERO, MEAN, KEEP, KIND = "laboratory", "zero_head", "mean_head", "keep_head", "keep_kind"
_RULES = (
    *("causal_off", "padding_off:4", "last:1", "last:2", "last:3", "multiply_mask:*", "column_softmax:*"),
    *(f"column_softmax:{kind}" for kind in ATTENTION_KINDS),
    *("unscaled:*", "temperature:0.5:*", "temperature:2:*", "temperature:4:*"),
    *("positions_off:encoder", "positions_off:decoder", "positions_off:both", "norm_off:*", "residual_off:*"),
)


def measured_edits(config: ModelConfig) -> dict[str, list[Edit]]:
    """All edits that are measured on a model, by their group."""
    heads = head_names(config)
    return {
        LABORATORY: [parse(written) for written in _laboratory(config)],
        **{group: [parse(f"{group}:{head}") for head in heads] for group in (ZERO, MEAN, KEEP)},
        KIND: [parse(f"{KIND}:{kind}") for kind in ATTENTION_KINDS],
    }


def _laboratory(config: ModelConfig) -> list[str]:
    neighbours = [
        f"exchange:{stack}.{layer}:{layer + 1}" for stack in STACKS for layer in range(depth(config, stack) - 1)
    ]
    ends = [f"exchange:{stack}.0:{depth(config, stack) - 1}" for stack in STACKS if depth(config, stack) > 2]
    sublayers = sublayer_places(config)
    tops = [f"norm_off:{stack}" for stack in STACKS if config.norm == "pre"]
    return [
        *_RULES,
        *(f"skip:{layer}" for layer in layer_places(config)),
        *neighbours,
        *ends,
        *(f"zero_sublayer:{place}" for place in sublayers),
        *(f"residual_off:{place}" for place in sublayers),
        *(f"norm_off:{place}" for place in sublayers),
        *tops,
    ]
