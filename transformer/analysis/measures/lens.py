"""The logit lens: what each layer of the decoder would predict if it were the last (nostalgebraist 2020).

    lens_l(x) = Norm(x_l) Eᵀ

x_l is the residual stream after layer l, Norm the LayerNorm on top of the decoder, E the output projection. Only the
last layer was trained to be read this way: what an earlier one predicts is only a hint.

Letters: L decoder layers, T target length, V vocabulary size.
"""

import torch
from torch import Tensor

from transformer.decoding.trace import Trace
from transformer.edits.places import end_of, layer_places
from transformer.model.transformer import Transformer


def decoder_streams(model: Transformer) -> tuple[str, ...]:
    """The names in a trace of the decoder's residual stream: its input, and after each layer (L + 1 of them)."""
    layers = layer_places(model.config, "decoder")
    return ("decoder.input", *(end_of(model.config, layer) for layer in layers))


@torch.no_grad()
def logit_lens(model: Transformer, trace: Trace) -> Tensor:
    """Logits as if the decoder ended at its input or after each of its layers.

    Args:
        model: the one that was traced.
        trace: of a whole forward pass.

    Returns:
        (L + 1, T, V), in the order of `decoder_streams`; the last are the model's own logits.
    """
    device = model.output_projection.weight.device
    streams = torch.stack([trace[name] for name in decoder_streams(model)]).to(device)
    return model.project(model.decoder_norm(streams)).cpu()
