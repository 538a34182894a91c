"""Teach a model one pair: the loss, what flows backwards, and the steps of Adam (section 5.3 of the paper).

The loss is the mean cross-entropy of the target's tokens, END included, as in training but without label smoothing and
dropout. The gradient is not clipped. A pair is its ids: the source's, (S), and START … END of the target, (T + 1).
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.optim import Adam

from transformer.checks import check_number, check_whole_number
from transformer.decoding.model_with_vocabulary import TextModel
from transformer.decoding.trace import Trace, make_traces
from transformer.errors import GlassformerError
from transformer.model.probe import Probe, nearest_in_words
from transformer.model.translation_model import TranslationModel

RATE, MOST_RATE = 1e-4, 0.1
MOST_STEPS = 50  # at a time
MOST_TOKENS = 128  # of the target, END included
NUDGE = 1e-5
_TINY = 1e-30  # in place of the length of a weight that is 0

PairOfIds = tuple[Sequence[int], Sequence[int]]


class Teachable(TextModel[TranslationModel], Protocol):
    """A translator that can be copied with new weights."""

    def with_model(self, model: Any) -> Any:
        """The same translator with another model of the same sizes."""


Taught = TypeVar("Taught", bound=Teachable)


class LearningStep(NamedTuple):
    """One step of Adam.

    Attributes:
        losses: of each wanted token in nats, before and after (T).
        gradient_norms: how long the loss's gradient is at each place, by the activations' names: their shapes in a
            `Trace` without the last dimension.
        moved: how far each parameter moved, ‖w′ − w‖ / ‖w′‖, the furthest first.
    """

    losses: tuple[Tensor, Tensor]
    gradient_norms: Mapping[str, Tensor]
    moved: Mapping[str, float]

    @property
    def loss(self) -> tuple[float, float]:
        """The mean over the tokens, before and after."""
        before, after = self.losses
        return float(before.mean()), float(after.mean())

    @property
    def probabilities(self) -> tuple[Tensor, Tensor]:
        """Of each wanted token, given those before it, before and after (T)."""
        before, after = self.losses
        return (-before).exp(), (-after).exp()


@dataclass(frozen=True, eq=False)
class Lesson(Generic[Taught]):
    """A translator that learns one pair. A lesson never changes, so an earlier one is the way back.

    Attributes:
        translator: with the weights of now. pair: what it learns. rate: the learning rate.
        steps: all steps so far. adam: its running averages.
    """

    translator: Taught
    pair: PairOfIds = field(repr=False)
    rate: float
    steps: tuple[LearningStep, ...] = field(default=(), repr=False)
    adam: Mapping[str, Any] | None = field(default=None, repr=False)

    @torch.inference_mode(mode=False)
    @torch.enable_grad()
    def learn(self, steps: int = 1) -> "Lesson[Taught]":
        """Go on, as if all steps had been taken at once.

        Raises:
            GlassformerError: for steps outside 1 … MOST_STEPS, a rate outside 0 … MOST_RATE, or an infinite loss.
        """
        if not 1 <= check_whole_number(steps, "The number of steps") <= MOST_STEPS:
            raise GlassformerError(f"The model can take 1 to {MOST_STEPS} steps at a time, not {steps}.")
        if not 0 < check_number(self.rate, "A learning rate") <= MOST_RATE:
            raise GlassformerError(f"The learning rate must be above 0 and at most {MOST_RATE}, not {self.rate}.")
        translator = self.translator.with_model(deepcopy(self.translator.model).requires_grad_(True))
        adam = make_adam(translator.model.parameters(), self.rate)
        if self.adam is not None:
            adam.load_state_dict(deepcopy(dict(self.adam)))
        losses, seen = [], []
        for _ in range(steps):
            loss, gradients = backward(translator, self.pair)
            before = {name: value.detach().clone() for name, value in translator.model.named_parameters()}
            adam.step()
            adam.zero_grad()
            norms = {name: value.norm(dim=-1) for name, value in gradients.items()}
            losses.append(loss)
            seen.append((norms, measure_moves(before, translator.model)))
        translator.model.requires_grad_(False)
        with torch.no_grad():  # with a probe, as in the next step, whose loss this is
            losses.append(_losses(translator.model, self.pair, lambda _, value: value).cpu())
        new = [LearningStep((losses[at], losses[at + 1]), *each) for at, each in enumerate(seen)]
        return replace(self, translator=translator, steps=(*self.steps, *new), adam=adam.state_dict())


def make_adam(parameters: Iterable[Tensor], rate: float = 1e-3) -> Adam:
    """Adam with β_1 = 0.9, β_2 = 0.98, ε = 10^-9, as in section 5.3 of the paper."""
    return Adam(parameters, lr=rate, betas=(0.9, 0.98), eps=1e-9, fused=True)


@torch.inference_mode(mode=False)
@torch.enable_grad()
def backward(translator: TextModel[TranslationModel], pair: PairOfIds) -> tuple[Tensor, Trace]:
    """The loss of each token, (T), and the gradient of their mean with respect to every activation.

    The model's parameters get theirs too, if they require one. The order of the layers, whole numbers, has none.
    """
    activations: dict[str, Tensor] = {}

    def keep(name: str, value: Tensor) -> Tensor:
        if value.is_floating_point():
            if not value.requires_grad:  # no weight with a gradient has led to it
                value.requires_grad_()
            value.retain_grad()
            activations[name] = value
        return value

    losses = _losses(translator.model, pair, keep)
    losses.mean().backward()
    gradients = {
        name: torch.zeros_like(value) if value.grad is None else value.grad for name, value in activations.items()
    }
    return losses.detach().cpu(), make_traces(translator, [pair], gradients)[0]


def _losses(model: TranslationModel, pair: PairOfIds, probe: Probe | None = None) -> Tensor:
    device = next(model.parameters()).device
    source, target = (torch.tensor([list(ids)], device=device) for ids in pair)
    losses = F.cross_entropy(model(source, target[:, :-1], probe)[0], target[0, 1:], reduction="none")
    if not bool(losses.isfinite().all()):
        raise GlassformerError("The loss is no longer a finite number: start again with a lower learning rate.")
    return losses


@torch.no_grad()
def measure_moves(before: Mapping[str, Tensor], model: nn.Module) -> dict[str, float]:
    """How far each parameter moved, ‖w′ − w‖ / ‖w′‖, the furthest first."""
    moved = {
        name: float((value - before[name]).norm() / value.norm().clamp(min=_TINY))
        for name, value in model.named_parameters()
    }
    return dict(sorted(moved.items(), key=lambda each: -each[1]))


class GradientCheck(NamedTuple):
    """One number among the weights, nudged both ways in 64 bits: the slope of the loss is what the gradient says.

    Attributes:
        place: of the number. value: what it is. gradient: as computed backwards.
        losses: with w + h and w − h, h being NUDGE.
    """

    place: tuple[int, ...]
    value: float
    gradient: float
    losses: tuple[float, float]

    @property
    def slope(self) -> float:
        """(f(w + h) − f(w − h)) / 2h."""
        return (self.losses[0] - self.losses[1]) / (2 * NUDGE)


@torch.inference_mode(mode=False)
@torch.enable_grad()
def check_gradient(model: TranslationModel, pair: PairOfIds, weight: str, index: Sequence[int] | None) -> GradientCheck:
    """Compare a gradient with the slope of the loss, see `Translator.check_gradient`."""
    model = deepcopy(model).double().requires_grad_(True)
    parameters = dict(model.named_parameters())
    if weight not in parameters:
        near = nearest_in_words(weight, parameters)
        raise GlassformerError(f"The model has no weights {weight!r}; the nearest are {near}.")
    chosen = parameters[weight]
    (gradient,) = torch.autograd.grad(_losses(model, pair).mean(), chosen)
    largest = torch.unravel_index(gradient.abs().argmax(), gradient.shape)
    place = tuple(check_whole_number(at, "An index") for at in (largest if index is None else index))
    if len(place) != chosen.dim() or not all(0 <= at < size for at, size in zip(place, chosen.shape, strict=True)):
        raise GlassformerError(f"{weight!r} has the shape {tuple(chosen.shape)}; there is no number {place} in it.")
    value = chosen[place].item()

    @torch.no_grad()
    def loss_at(nudged: float) -> float:
        chosen[place] = nudged
        return float(_losses(model, pair).mean())

    return GradientCheck(place, value, gradient[place].item(), (loss_at(value + NUDGE), loss_at(value - NUDGE)))
