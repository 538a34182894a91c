"""How surprised a model is by held-out pairs."""

from collections.abc import Sequence

import torch

from transformer.corpora.encoding import EncodedPair, collate, make_batches
from transformer.model.loss import translation_loss
from transformer.model.translation_model import TranslationModel


@torch.no_grad()
def mean_loss(model: TranslationModel, pairs: Sequence[EncodedPair], batch_tokens: int = 4_000) -> float:
    """Cross-entropy per target token in nats, without smoothing; its exponential is the perplexity."""
    device = next(model.parameters()).device
    total, tokens = 0.0, 0
    for group in make_batches(sorted(pairs, key=lambda pair: len(pair.target)), batch_tokens):
        batch = collate(group)
        total += translation_loss(model, batch.source.to(device), batch.target.to(device)).item()
        tokens += batch.target_tokens
    return total / max(tokens, 1)
