"""Attributions by gradients of the token's logit with respect to the embeddings.

The embedding of a token is its row times √D, without the position, which stays where it is.
"""

import torch
from torch import Tensor

from transformer.attribution.question import Question
from transformer.model.probe import intervene

TOLERANCE = 0.02  # of the difference, or of 1 where that is larger: what integrated gradients may miss
POINTS, MOST_POINTS = 64, 512


def gradient(question: Question) -> Tensor:
    """Gradient × input: Σ_d x_jd ∂f/∂x_jd, f being the token's logit minus the rival's; (S + P)."""
    gradients, _ = _gradients(question, torch.ones(1))
    return _summed(question, gradients[0])


def integrated(question: Question) -> Tensor:
    """Integrated gradients from embeddings of zero (Sundararajan et al. 2017, arXiv 1703.01365), (S + P).

        a_j = Σ_d x_jd ∫₀¹ ∂f/∂x_jd (αx) dα,     Σ_j a_j = f(x) − f(0)

    The integral is taken in equal steps, each at its middle, in twice as many until the sum holds within TOLERANCE, up
    to MOST_POINTS; where it never does, the nearest of these is taken: the function has so many bends that more points
    are not always better. Gauss's points are for smooth functions; of this one they needed up to four times as many.
    """
    _, ends = _gradients(question, torch.tensor([0.0, 1.0]))
    difference = float(ends[1] - ends[0])
    tried: list[tuple[float, Tensor]] = []  # by how much the sum misses
    points = POINTS
    while points <= MOST_POINTS:
        gradients, _ = _gradients(question, (torch.arange(points) + 0.5) / points)
        found = _summed(question, gradients.mean(dim=0))
        tried.append((abs(float(found.sum()) - difference), found))
        if tried[-1][0] <= TOLERANCE * max(1.0, abs(difference)):
            break
        points *= 2
    return min(tried, key=lambda each: each[0])[1]


def baseline_difference(question: Question) -> float:
    """f(x) − f(0): what integrated gradients sum to."""
    _, ends = _gradients(question, torch.tensor([0.0, 1.0]))
    return float(ends[1] - ends[0])


def _embeddings(question: Question) -> Tensor:
    """The embeddings of source and prefix, (S + P, D), on the model's device."""
    trace = question.trace
    both = [trace["encoder.embedding"], trace["decoder.embedding"][: len(question.prefix)]]
    return torch.cat(both).to(question.asked.model.output_projection.weight)


def _gradients(question: Question, shares: Tensor) -> tuple[Tensor, Tensor]:
    """∂f/∂x at shares of the embeddings, (A, S + P, D), and f there, (A)."""
    with torch.inference_mode(mode=False), torch.enable_grad():
        whole = _embeddings(question).clone()  # of a trace, whose tensors know no gradient
        inputs = (shares.to(whole)[:, None, None] * whole).requires_grad_()
        source, prefix = inputs.split([len(question.source), len(question.prefix)], dim=1)
        probe = intervene({"encoder.embedding": lambda _: source, "decoder.embedding": lambda _: prefix})
        scores = question.score(question.hidden(len(shares), probe))
        (gradients,) = torch.autograd.grad(scores.sum(), inputs)
    return gradients, scores.detach()


def _summed(question: Question, gradients: Tensor) -> Tensor:
    return (gradients * _embeddings(question)).sum(dim=-1).cpu()
