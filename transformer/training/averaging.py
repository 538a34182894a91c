"""One model from several: the mean of their weights (model soups, Wortsman et al. 2022, arXiv 2203.05482).

It works for models that have a beginning in common, such as one before and one after a further stage of training: what
differs between them is then partly chance, which the mean cancels. Models trained apart share no order of their heads
and neurons, and their mean is noise.
"""

import math
from collections.abc import Sequence

import torch

from transformer.errors import ModelFolderError
from transformer.model.transformer import Transformer
from transformer.model_folder import ModelFolder


def average_models(models: Sequence[ModelFolder], shares: Sequence[float]) -> Transformer:
    """θ = Σ w_i θ_i / Σ w_i, as a model of its own.

    Args:
        models: of one shape and with one vocabulary.
        shares: w_i, one for each; they need not add up to 1.

    Raises:
        ModelFolderError: if there are fewer than two models, or they or the shares do not fit one another.
    """
    if len(models) < 2:
        raise ModelFolderError("Give at least two models to average.")
    if len(shares) != len(models):
        raise ModelFolderError(f"{len(models)} models need {len(models)} shares, not {len(shares)}.")
    if not all(math.isfinite(share) and share > 0 for share in shares):
        raise ModelFolderError(f"Shares must be greater than 0, not {', '.join(f'{share:g}' for share in shares)}.")
    for other in models[1:]:
        _check_fit(models[0], other)
    averaged = Transformer(models[-1].model.config)
    whole = sum(shares)
    with torch.no_grad():
        for name, parameter in averaged.named_parameters():
            parameter.zero_()
            for each, share in zip(models, shares, strict=True):
                parameter.add_(each.model.get_parameter(name), alpha=share / whole)
    return averaged.eval().requires_grad_(False)


def _check_fit(first: ModelFolder, other: ModelFolder) -> None:
    shapes = [{name: value.shape for name, value in each.model.named_parameters()} for each in (first, other)]
    if shapes[0] != shapes[1] or first.model.config.heads != other.model.config.heads:
        raise ModelFolderError(f"{first.name} and {other.name} have different sizes: only models of one shape average.")
    if first.tokenizer.to_json() != other.tokenizer.to_json():
        raise ModelFolderError(f"{first.name} and {other.name} have different vocabularies: their rows differ.")
