"""Facts and tensors of a sentence for the chapter on the residual stream, LayerNorm and the feed-forward layer."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from transformer import Trace, Transformer
from transformer.analysis.measures.neurons import active_fraction, hidden
from transformer.analysis.measures.stream import SUBLAYERS, cosines, is_pre_norm, lengths, norms, sublayers
from transformer.analysis.measures.stream import stream as read_stream
from transformer.model.attentions import STACKS, Stack
from viewer.frame.frame import Stage
from viewer.frame.pack_24bit import pack_24bit
from viewer.frame.passage import Passage
from viewer.pictures.walk.residual.neurons import of_model, of_sentence
from viewer.pictures.walk.residual.snippets import snippets
from viewer.transport.payload import Payload


def stage(passage: Passage) -> Stage:
    """The embedding and what every sublayer adds, from which the browser computes stream, norms and activations."""
    model, trace = passage.translator.model, passage.trace
    tensors: dict[str, np.ndarray | Tensor] = {}
    for stack in STACKS:
        tensors |= {f"{stack}.{name}": tensor for name, tensor in _of_stack(model, trace, stack).items()}
    facts: dict[str, Any] = {
        "preNorm": is_pre_norm(trace),
        "activation": model.config.activation,
        "epsilon": next(iter(norms(model, trace).values())).epsilon,
        "sublayers": SUBLAYERS,
    }
    constants, lines = of_model(passage), snippets(model.config.activation)
    if constants:
        return Stage(Payload(facts, tensors), lines, constants)
    translation = passage.translation
    own = of_sentence(passage.model, translation.source.ids, translation.hypothesis.tokens, passage)
    return Stage(Payload({**facts, **own.facts}, {**tensors, **own.tensors}), lines)


def _of_stack(model: Transformer, trace: Trace, stack: Stack) -> dict[str, np.ndarray | Tensor]:
    steps = [step for place, step in sublayers(trace).items() if place.startswith(stack)]
    stream = read_stream(trace, stack)
    added = torch.stack([step.added for step in steps])
    before = torch.stack([step.before for step in steps])
    bytes_of_output, steps_of_output = pack_24bit(torch.stack([step.output for step in steps]))
    return {
        "input": stream[0],
        "lengths": lengths(stream),
        "outputBytes": bytes_of_output,
        "outputSteps": steps_of_output,
        "added": lengths(added),
        "cosine": cosines(added, before),
        "share": active_fraction(hidden(trace, stack)),
    }
