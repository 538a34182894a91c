"""Teach a model one pair: the loss, what flows backwards, and the steps of Adam (section 5.3 of the paper).

The loss is the mean cross-entropy of the target's tokens, END included, as in training but without label smoothing and
dropout: the number that a reader can check, which can fall to 0. The gradient is not clipped.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.optim import Adam

from transformer.checks import check_number, check_whole_number
from transformer.decoding.model_with_vocabulary import TextModel
from transformer.decoding.trace import Trace, make_trace
from transformer.errors import GlassformerError
from transformer.model.probe import nearest_in_words
from transformer.model.translation_model import TranslationModel

RATE = 1e-4
MOST_RATE = 0.1
MOST_STEPS = 50  # at a time
MOST_TOKENS = 128  # of the target, END included
NUDGE = 1e-5
_TINY = 1e-30  # in place of the length of a weight that is 0


class Teachable(TextModel[TranslationModel], Protocol):
    """A translator that can be had with other weights."""

    def with_model(self, model: Any) -> Any:
        """The same translator with another model of the same sizes."""


Taught = TypeVar("Taught", bound=Teachable)


@dataclass(frozen=True, eq=False)
class LearningStep:
    """One step of Adam. T target tokens.

    Attributes:
        number: of the step, counted from 1 since the first lesson.
        losses_before, losses_after: of each wanted token, in nats (T).
        gradient_norms: how long the loss's gradient is at each place, by the activations' names: their shapes in a
            `Trace` without the last dimension.
        moved: how far each of the model's parameters moved, as a part of its length, ‖w′ − w‖ / ‖w′‖; the furthest
            first.
    """

    number: int
    losses_before: Tensor
    losses_after: Tensor
    gradient_norms: Mapping[str, Tensor] = field(repr=False)
    moved: Mapping[str, float] = field(repr=False)

    @property
    def loss_before(self) -> float:
        """The mean over the tokens, in nats."""
        return float(self.losses_before.mean())

    @property
    def loss_after(self) -> float:
        """The mean over the tokens, in nats."""
        return float(self.losses_after.mean())

    @property
    def probabilities_before(self) -> Tensor:
        """Of each wanted token, given those before it (T)."""
        return (-self.losses_before).exp()

    @property
    def probabilities_after(self) -> Tensor:
        """Of each wanted token, given those before it (T)."""
        return (-self.losses_after).exp()


@dataclass(frozen=True, eq=False)
class Lesson(Generic[Taught]):
    """A translator that has learned one pair, and how. It never changes, so an earlier lesson is the way back.

    Attributes:
        translator: with the new weights.
        steps: all steps so far.
        source: (S) ids. target: (T + 1) ids, START … END.
        output_tokens: the wanted tokens, END last (T).
        rate: the learning rate.
    """

    translator: Taught
    steps: tuple[LearningStep, ...]
    source: tuple[int, ...] = field(repr=False)
    target: tuple[int, ...] = field(repr=False)
    output_tokens: tuple[str, ...]
    rate: float
    adam: Mapping[str, Any] | None = field(default=None, repr=False)  # its running averages

    def learn(self, steps: int = 1) -> "Lesson[Taught]":
        """Go on: as if all steps had been taken at once.

        Raises:
            GlassformerError: for a number of steps outside 1 … MOST_STEPS, or if the loss becomes infinite.
        """
        if not 1 <= check_whole_number(steps, "The number of steps") <= MOST_STEPS:
            raise GlassformerError(f"The model can take 1 to {MOST_STEPS} steps at a time, not {steps}.")
        with torch.inference_mode(mode=False), torch.enable_grad():
            return self._learn(steps)

    def _learn(self, steps: int) -> "Lesson[Taught]":
        translator = self.translator.with_model(deepcopy(self.translator.model).requires_grad_(True))
        adam = make_adam(translator.model.parameters(), self.rate)
        if self.adam is not None:
            adam.load_state_dict(deepcopy(dict(self.adam)))
        losses, traces, moved = [], [], []
        for _ in range(steps):
            loss, gradients = backward(translator, self.source, self.target)
            before = {name: value.detach().clone() for name, value in translator.model.named_parameters()}
            adam.step()
            adam.zero_grad()
            losses.append(loss)
            traces.append({name: value.norm(dim=-1) for name, value in gradients.items()})
            moved.append(movements(before, translator.model))
        translator.model.requires_grad_(False)
        losses.append(backward(translator, self.source, self.target)[0])
        first = len(self.steps) + 1
        new = [LearningStep(first + at, losses[at], losses[at + 1], traces[at], moved[at]) for at in range(steps)]
        return Lesson(
            translator,
            (*self.steps, *new),
            self.source,
            self.target,
            self.output_tokens,
            self.rate,
            adam.state_dict(),
        )


def begin_lesson(translator: Taught, source: Sequence[int], target: Sequence[int], rate: float) -> Lesson[Taught]:
    """A lesson without a step.

    Args:
        source: (S) ids. target: (T + 1) ids, START … END.

    Raises:
        GlassformerError: for a learning rate outside 0 … MOST_RATE.
    """
    if not 0 < check_number(rate, "A learning rate") <= MOST_RATE:
        raise GlassformerError(f"The learning rate must be greater than 0 and at most {MOST_RATE}, not {rate}.")
    wanted = tuple(translator.tokenizer.tokens(list(target[1:])))
    return Lesson(translator, (), tuple(source), tuple(target), wanted, rate)


def make_adam(parameters: Any, rate: float = 1e-3) -> Adam:
    """Adam with β_1 = 0.9, β_2 = 0.98, ε = 10^-9, as in section 5.3 of the paper."""
    return Adam(parameters, lr=rate, betas=(0.9, 0.98), eps=1e-9, fused=True)


class _Keeper:
    """A probe that keeps every activation together with its gradient."""

    def __init__(self) -> None:
        self.activations: dict[str, Tensor] = {}

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Keep `value` and return it unchanged; whole numbers, such as the order of the layers, have no gradient."""
        if value.is_floating_point():
            if not value.requires_grad:  # the first that no weight with a gradient has led to
                value.requires_grad_()
            value.retain_grad()
            self.activations[name] = value
        return value


def backward(
    translator: TextModel[TranslationModel], source: Sequence[int], target: Sequence[int]
) -> tuple[Tensor, Trace]:
    """The loss of each token, (T), and the gradient of their mean with respect to every activation.

    The model's parameters get theirs too, if they require one.

    Args:
        source: (S) ids. target: (T + 1) ids, START … END.

    Raises:
        GlassformerError: if the loss is not finite.
    """
    with torch.inference_mode(mode=False), torch.enable_grad():
        keeper = _Keeper()
        losses = _losses(translator.model, source, target, keeper)
        losses.mean().backward()
    gradients = {
        name: torch.zeros_like(value) if value.grad is None else value.grad
        for name, value in keeper.activations.items()
    }
    return losses.detach().cpu(), make_trace(translator, source, target, gradients)


def _losses(model: TranslationModel, source: Sequence[int], target: Sequence[int], probe: Any = None) -> Tensor:
    device = next(model.parameters()).device
    read, written = torch.tensor([list(source)], device=device), torch.tensor([list(target)], device=device)
    losses = F.cross_entropy(model(read, written[:, :-1], probe)[0], written[0, 1:], reduction="none")
    if not bool(losses.isfinite().all()):
        raise GlassformerError("The loss is no longer a finite number: start again with a lower learning rate.")
    return losses


@torch.no_grad()
def movements(before: Mapping[str, Tensor], model: nn.Module) -> dict[str, float]:
    """How far each parameter has moved from its value before, ‖w′ − w‖ / ‖w′‖, the furthest first."""
    moved = {
        name: float((value - before[name]).norm() / value.norm().clamp(min=_TINY))
        for name, value in model.named_parameters()
    }
    return dict(sorted(moved.items(), key=lambda each: -each[1]))


@dataclass(frozen=True)
class GradientCheck:
    """One number among the weights, nudged both ways, in 64 bits: the slope of the loss is what the gradient says.

    Attributes:
        weight, index: which number. value: what it is. nudge: how far it is moved, h.
        gradient: as computed backwards.
        loss_above, loss_below: with w + h and w − h.
    """

    weight: str
    index: tuple[int, ...]
    value: float
    nudge: float
    gradient: float
    loss_above: float
    loss_below: float

    @property
    def slope(self) -> float:
        """(f(w + h) − f(w − h)) / 2h."""
        return (self.loss_above - self.loss_below) / (2 * self.nudge)


def check_gradient(
    translator: TextModel[TranslationModel],
    source: Sequence[int],
    target: Sequence[int],
    weight: str,
    index: Sequence[int] | None = None,
) -> GradientCheck:
    """Compare a gradient with the slope of the loss, see `GradientCheck`.

    Args:
        source, target: as for `backward`.
        weight: the name of a parameter. index: of one of its numbers; by default the one with the largest gradient.

    Raises:
        GlassformerError: if there is no such parameter or number.
    """
    with torch.inference_mode(mode=False), torch.enable_grad():
        model = deepcopy(translator.model).double().requires_grad_(True)
        parameters = dict(model.named_parameters())
        if weight not in parameters:
            near = nearest_in_words(weight, parameters)
            raise GlassformerError(f"The model has no weights {weight!r}; the nearest are {near}.")
        chosen = parameters[weight]
        (gradient,) = torch.autograd.grad(_losses(model, source, target).mean(), chosen)
    largest = torch.unravel_index(gradient.abs().argmax(), gradient.shape)
    place = (
        tuple(int(at) for at in largest) if index is None else tuple(check_whole_number(at, "An index") for at in index)
    )
    if len(place) != chosen.dim() or not all(0 <= at < size for at, size in zip(place, chosen.shape, strict=True)):
        raise GlassformerError(f"{weight!r} has the shape {tuple(chosen.shape)}; there is no number {place} in it.")
    value, losses = chosen[place].item(), []
    with torch.no_grad():
        for nudged in (value + NUDGE, value - NUDGE):
            chosen[place] = nudged
            losses.append(_losses(model, source, target).mean().item())
    return GradientCheck(weight, place, value, NUDGE, gradient[place].item(), *losses)
