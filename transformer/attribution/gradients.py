"""Attributions by gradients of the token's logit with respect to the embeddings.

The embedding of a token is its row times √D, without the position, which stays unchanged.
"""

import torch
from torch import Tensor

from transformer.attribution.question import Question
from transformer.model.probe import intervene
from transformer.model.translation_model import count_parameters

TOLERANCE = 0.05  # of the difference, or of 1 if that is larger: the error allowed in the sum, as in the paper
AT_ONCE = 16  # backward passes
# At most: points times tokens for a model of the usual size, fewer for a larger one; a few seconds for long sentences.
POINTS, MOST_WORK, USUAL_PARAMETERS = 64, 6400, 8_000_000


def gradient_times_input(question: Question) -> Tensor:
    """Gradient × input: Σ_d x_jd ∂f/∂x_jd, f being the token's logit minus the rival's; (S + P)."""
    gradients, _ = _gradients(question, torch.ones(1))
    return _sum_by_token(question, gradients[0])


def integrated_gradients(question: Question) -> Tensor:
    """Integrated gradients from embeddings of zero (Sundararajan et al. 2017, arXiv 1703.01365), (S + P).

        a_j = Σ_d x_jd ∫₀¹ ∂f/∂x_jd (αx) dα,     Σ_j a_j = f(x) − f(0)

    The integral is taken over u = √α, because the function curves most near 0, at the midpoints of equal steps. The
    number of steps doubles until the sum is within TOLERANCE, as long as the work stays below MOST_WORK. If it never
    is, the closest is taken: for such a curved function, more points are not always better.
    """
    _, ends = _gradients(question, torch.tensor([0.0, 1.0]))
    difference = float(ends[1] - ends[0])
    tried: list[tuple[float, Tensor]] = []  # the error of the sum
    points, parameters = POINTS, count_parameters(question.translator.model)["total"]
    most_points = MOST_WORK / len(question.tokens) / max(1, parameters / USUAL_PARAMETERS)
    while not tried or points <= most_points:
        middles = (torch.arange(points) + 0.5) / points
        gradients, _ = _gradients(question, middles**2)
        found = _sum_by_token(question, torch.einsum("a,atd->td", (2 * middles / points).to(gradients), gradients))
        tried.append((abs(float(found.sum()) - difference), found))
        if tried[-1][0] <= TOLERANCE * max(1.0, abs(difference)):
            break
        points *= 2
    return min(tried, key=lambda each: each[0])[1]


def _embeddings(question: Question) -> Tensor:
    """The embeddings of source and prefix, (S + P, D), on the model's device."""
    trace, count = question.trace, len(question.source) + len(question.prefix)
    both = [trace[name] for name in ("encoder.embedding", "decoder.embedding") if name in trace]
    return torch.cat(both)[:count].to(question.translator.model.output_projection.weight)


def _gradients(question: Question, shares: Tensor) -> tuple[Tensor, Tensor]:
    """∂f/∂x at shares of the embeddings, (A, S + P, D), and f there, (A)."""
    gradients, scores = zip(*(_gradients_of(question, some) for some in shares.split(AT_ONCE)), strict=True)
    return torch.cat(gradients), torch.cat(scores)


def _gradients_of(question: Question, shares: Tensor) -> tuple[Tensor, Tensor]:
    with torch.inference_mode(mode=False), torch.enable_grad():
        whole = _embeddings(question).clone()  # of a trace, whose tensors have no gradient
        inputs = (shares.to(whole)[:, None, None] * whole).requires_grad_()
        source, prefix = inputs.split([len(question.source), len(question.prefix)], dim=1)
        of_stacks = {"encoder.embedding": lambda _: source, "decoder.embedding": lambda _: prefix}
        probe = intervene({"decoder.embedding": lambda _: inputs} if question.trace.one_stack else of_stacks)
        scores = question.score(question.hidden(torch.arange(len(shares)), probe))
        (gradients,) = torch.autograd.grad(scores.sum(), inputs)
    return gradients, scores.detach()


def _sum_by_token(question: Question, gradients: Tensor) -> Tensor:
    return (gradients * _embeddings(question)).sum(dim=-1).cpu()
