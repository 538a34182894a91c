"""Decoding with kept keys and values gives the numbers of the whole model, step by step, row by row."""

import pytest
import torch
from tiny import random_tokens, tiny_model
from torch import Tensor

from transformer.decoding.beam_search import beam_search
from transformer.decoding.cached import CachedDecoder
from transformer.decoding.greedy import greedy
from transformer.decoding.search import SearchOptions
from transformer.model.probe import intervene
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD, START

TOLERANCE = {"rtol": 0, "atol": 1e-10}  # in float64
VARIANTS = [
    {"norm": norm, "positions": positions, "tied_embeddings": tied}
    for norm in ("post", "pre")
    for positions, tied in (("sinusoidal", True), ("learned", False))
]


def batch(padded: bool) -> tuple[Tensor, Tensor]:
    source, target = random_tokens(3, 6, seed=1), random_tokens(3, 7, seed=2)
    target[:, 0] = START
    if padded:
        source[0, 3:] = PAD
        source[2, 5:] = PAD
    return source, target


@torch.no_grad()
def whole(model: Transformer, source: Tensor, target: Tensor) -> Tensor:
    return model(source, target)


@pytest.mark.parametrize("variant", VARIANTS)
def test_selected_rows_go_on_as_if_they_had_been_alone(variant: dict[str, object]) -> None:
    model = tiny_model(seed=2, **variant).double()
    source, target = batch(padded=True)
    with torch.no_grad():
        decoder = CachedDecoder(model, source)
        for position in range(3):
            decoder.step(target[:, position])
        rows = torch.tensor([2, 0, 0, 2])
        decoder.select(rows)
        logits = decoder.step(target[rows, 3])
        torch.testing.assert_close(logits, whole(model, source[rows], target[rows, :4])[:, 3], **TOLERANCE)
        # Now rows 1 and 2 have the same source, and so have 0 and 3: each may take the other's past.
        swap = torch.tensor([3, 2, 1, 0])
        decoder.select(swap, same_sources=True)
        rows = rows[swap]
        logits = decoder.step(target[rows, 4])
        torch.testing.assert_close(logits, whole(model, source[rows], target[rows, :5])[:, 4], **TOLERANCE)


@pytest.mark.parametrize("beam", [None, 3])
def test_an_intervention_is_in_force_at_every_step(beam: int | None) -> None:
    seen = []

    def favour(logits: Tensor) -> Tensor:
        seen.append(logits.shape[1])
        logits = torch.full_like(logits, -50.0)
        logits[..., 7] = 0.0
        return logits

    model, probe = tiny_model(), intervene({"logits": favour})
    if beam is None:
        (best,) = greedy(model, [[4, 5, 3]], SearchOptions(6, probe=probe))
    else:
        best = beam_search(model, [[4, 5, 3]], beam, options=SearchOptions(6, probe=probe))[0].best
    assert best.tokens == (7,) * 6
    assert seen == [1] * 6
