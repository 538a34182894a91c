"""One model from several: the mean of their weights (model soups, Wortsman et al. 2022, arXiv 2203.05482).

It works for models with a common start, such as the checkpoints of one training run: some of their difference is
random, and averaging cancels it. Models trained separately order their heads and neurons differently.
"""

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor

from transformer.errors import ModelFolderError, TrainingError
from transformer.model.building import build, config_of
from transformer.model.folder import ModelFolder
from transformer.model.transformer import Transformer
from transformer.model.translation_model import TranslationModel
from transformer.training.growth import with_sizes_of


@torch.no_grad()
def mean_weights(states: Sequence[Mapping[str, Tensor]], shares: Sequence[float]) -> dict[str, Tensor]:
    """θ = Σ w_i θ_i / Σ w_i for every parameter, by name; the shares w_i need not add up to 1."""
    means = {name: torch.zeros_like(value) for name, value in states[0].items()}
    for name, mean in means.items():
        for state, share in zip(states, shares, strict=True):
            mean.add_(state[name], alpha=share)
        mean.div_(sum(shares))
    return means


@torch.no_grad()
def set_weights(model: TranslationModel, weights: Mapping[str, Tensor]) -> None:
    """Put weights into a model, by the names of its parameters."""
    for name, parameter in model.named_parameters():
        parameter.copy_(weights[name])


def average_models(models: Sequence[ModelFolder], shares: Sequence[float]) -> TranslationModel:
    """The mean of several models, as a new model; all but the last can be smaller, see `with_sizes_of`."""
    if len(models) < 2:
        raise ModelFolderError("Give at least two models to average.")
    if len(shares) != len(models):
        raise ModelFolderError(f"{len(models)} models need {len(models)} shares, not {len(shares)}.")
    if not all(math.isfinite(share) and share > 0 for share in shares):
        raise ModelFolderError(f"Shares must be greater than 0, not {', '.join(f'{share:g}' for share in shares)}.")
    last = models[-1]
    fitting = [_fitted(each, last) for each in models[:-1]] + [last.model]
    averaged = build(config_of(last.model))
    set_weights(averaged, mean_weights([dict(each.named_parameters()) for each in fitting], shares))
    return averaged.eval().requires_grad_(False)


def _fitted(one: ModelFolder, last: ModelFolder) -> TranslationModel:
    """A model with the last one's sizes."""
    if one.tokenizer.to_json() != last.tokenizer.to_json():
        raise ModelFolderError(f"{one.name} and {last.name} have different vocabularies: their rows differ.")
    if isinstance(one.model, Transformer) and isinstance(last.model, Transformer):
        try:
            return with_sizes_of(one.model, last.model)
        except TrainingError as error:
            raise ModelFolderError(f"{one.name} and {last.name} have different sizes. {error}") from error
    shapes = [{name: value.shape for name, value in each.model.named_parameters()} for each in (one, last)]
    if shapes[0] != shapes[1] or _heads(one) != _heads(last):
        raise ModelFolderError(f"{one.name} and {last.name} have different sizes: only models of one shape average.")
    return one.model


def _heads(folder: ModelFolder) -> int | None:
    """The only size that no weight's shape shows; a recurrent network has none."""
    return getattr(folder.model.config, "heads", None)
