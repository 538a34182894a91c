"""A map of words: their vectors on the plane in which those of the most frequent words differ most."""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.training.word_vectors.vectors import WordVectors


@dataclass(frozen=True)
class Plane:
    """Every word as a point.

    Attributes:
        points: (V, 2). explained: the share of the frequent words' variance that lies along each of the two.
    """

    points: Tensor
    explained: tuple[float, float]


def plane(vectors: WordVectors, most: int) -> Plane:
    """Principal component analysis of the directions of the `most` frequent words; all others are laid beside them.

    Each axis is turned so that its largest entry is positive, because a component has no sign of its own.
    """
    frequent = vectors.directions[:most]
    mean = frequent.mean(dim=0)
    _, sizes, axes = torch.linalg.svd(frequent - mean, full_matrices=False)
    two = axes[:2] * axes[:2].gather(1, axes[:2].abs().argmax(dim=1, keepdim=True)).sign()
    first, second = (sizes.square() / sizes.square().sum())[:2].tolist()
    return Plane((vectors.directions - mean) @ two.T, (first, second))
