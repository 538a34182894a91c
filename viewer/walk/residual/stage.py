"""What the chapter on the residual stream, LayerNorm and the feed-forward layer shows of a sentence."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from transformer import Trace, Transformer
from transformer.measures.neurons import active_share, hidden
from transformer.measures.stream import SUBLAYERS, cosines, is_pre_norm, lengths, moments, norms, sublayers
from transformer.measures.stream import stream as read_stream
from transformer.model.attentions import STACKS, Stack
from viewer.component.parcel import Parcel
from viewer.walk.frame import Stage
from viewer.walk.passage import Passage
from viewer.walk.residual.neurons import neurons
from viewer.walk.residual.snippets import SNIPPETS


def stage(passage: Passage) -> Stage:
    """Stream, sublayers, norms and neurons of both stacks, so that every focus is drawn in the browser."""
    model, trace = passage.translator.model, passage.trace
    tensors: dict[str, np.ndarray | Tensor] = {}
    for stack in STACKS:
        tensors |= {f"{stack}.{name}": tensor for name, tensor in _of_stack(model, trace, stack).items()}
    shown = neurons(passage.model, model, passage.translator.tokenizer)
    facts: dict[str, Any] = {
        "preNorm": is_pre_norm(trace),
        "epsilon": next(iter(norms(model, trace).values())).epsilon,
        "sublayers": SUBLAYERS,
        "pieces": shown.pieces,
    }
    return Stage(Parcel(facts, {**tensors, **shown.tensors}), SNIPPETS)


def _of_stack(model: Transformer, trace: Trace, stack: Stack) -> dict[str, Tensor]:
    steps = [step for place, step in sublayers(trace).items() if place.startswith(stack)]
    here = {place: norm for place, norm in norms(model, trace).items() if place.startswith(stack)}
    stream = read_stream(trace, stack)
    added = torch.stack([step.added for step in steps])
    before = torch.stack([step.before for step in steps])
    activations = hidden(trace, stack)
    inside = [norm.input if not is_pre_norm(trace) else norm.output for place, norm in here.items()]
    return {
        "stream": stream,
        "lengths": lengths(stream),
        "output": torch.stack([step.output for step in steps]),
        # With pre-norm what the LayerNorms give, with post-norm what they read: the other end is in the stream.
        "beside": torch.stack(inside),
        "added": lengths(added),
        "cosine": cosines(added, before),
        "gamma": torch.stack([norm.gamma for norm in here.values()]),
        "beta": torch.stack([norm.beta for norm in here.values()]),
        "moments": torch.stack([torch.stack([*moments(norm.input), *moments(norm.output)]) for norm in here.values()]),
        "hidden": activations,
        "share": active_share(activations),
    }
