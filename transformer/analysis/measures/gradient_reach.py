"""How far back gradients reach: the gradient of a target word's loss with respect to each source word.

In a recurrent network without attention the gradient passes every state in between, and fades (Bengio et al. 1994;
Pascanu et al. 2013, arXiv 1211.5063). In a Transformer any two positions are one step apart (table 1 of the paper).
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from transformer.corpora.encoding import EncodedPair
from transformer.model.probe import intervene
from transformer.model.translation_model import TranslationModel

_AT_ONCE = 8  # backward passes


@dataclass(frozen=True)
class Reach:
    """The mean gradient at one distance.

    Attributes:
        distance: steps of a recurrent network between reading a source word and writing a target word.
        gradient: ‖∂L_t / ∂x_s‖, mean over all pairs of words this far apart, in nats per unit of the word's vector.
        pairs: how many there are.
    """

    distance: int
    gradient: float
    pairs: int


def source_gradients(model: TranslationModel, pair: EncodedPair) -> torch.Tensor:
    """‖∂L_t / ∂x_s‖ for every token t of the target and every token s of the source, (T, S).

    L_t is the loss of token t given all before it, x_s what the encoder reads of token s.
    """
    source, target = torch.tensor([pair.source]), torch.tensor([pair.target])
    read: list[torch.Tensor] = []

    def watched(vectors: torch.Tensor) -> torch.Tensor:
        read.append(vectors.detach().requires_grad_())
        return read[0]

    with torch.enable_grad():
        # One stack reads the source at the beginning of the decoder's input.
        name = "encoder.input" if "encoder.input" in model.activation_names() else "decoder.input"
        logits = model(source, target[:, :-1], intervene({name: watched}))[0]
        losses = torch.nn.functional.cross_entropy(logits, target[0, 1:], reduction="none")
        # One backward pass for each target token, a few at a time: a long text's would take gigabytes together.
        rows = torch.eye(len(losses), dtype=losses.dtype).split(_AT_ONCE)
        each = [torch.autograd.grad(losses, read, some, True, is_grads_batched=True)[0] for some in rows]
    return torch.cat(each)[:, 0, : len(pair.source)].norm(dim=-1)


def distances(source_length: int, target_length: int) -> torch.Tensor:
    """Steps of a network that reads forwards, then writes: from source token s to target token t, (T, S).

    S − s states to the end of the source, and t + 1 in the decoder.
    """
    to_the_end = source_length - torch.arange(source_length)
    return to_the_end + torch.arange(target_length).unsqueeze(1) + 1


def measure_reach(model: TranslationModel, pairs: Sequence[EncodedPair], farthest: int = 40) -> list[Reach]:
    """The mean gradient at every distance up to `farthest`, over held-out pairs."""
    found: dict[int, list[float]] = defaultdict(list)
    for pair in pairs:
        norms = source_gradients(model, pair)
        apart = distances(norms.size(1), norms.size(0))
        for distance, norm in zip(apart.flatten().tolist(), norms.flatten().tolist(), strict=True):
            found[distance].append(norm)
    return [
        Reach(distance, sum(norms) / len(norms), len(norms))
        for distance, norms in sorted(found.items())
        if distance <= farthest
    ]
