"""How good translations are: BLEU and chrF by sacreBLEU, and the loss on held-out pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from sacrebleu.metrics import BLEU, CHRF

from transformer.batching import EncodedPair, collate, make_batches
from transformer.decoding import Hypothesis, beam_search, greedy
from transformer.model import Transformer


@dataclass(frozen=True)
class Score:
    """BLEU and chrF of a set of translations, 0 to 100, each with sacreBLEU's signature: it says how was counted."""

    bleu: float
    chrf: float
    bleu_signature: str
    chrf_signature: str
    sentences: int


def score_translations(translations: Sequence[str], references: Sequence[str], lower_case: bool = False) -> Score:
    """Score translations against one reference each, detokenised (Post 2018, arXiv 1804.08771).

    Args:
        lower_case: whether capitals count as small letters, for a model that writes no capitals; the signatures say it.
    """
    bleu, chrf = BLEU(lowercase=lower_case), CHRF(lowercase=lower_case)
    bleu_score = bleu.corpus_score(list(translations), [list(references)])
    chrf_score = chrf.corpus_score(list(translations), [list(references)])
    return Score(
        round(bleu_score.score, 2),
        round(chrf_score.score, 2),
        str(bleu.get_signature()),
        str(chrf.get_signature()),
        len(translations),
    )


def decode_sorted(
    model: Transformer, sources: Sequence[Sequence[int]], beam: int = 1, alpha: float = 1.0, batch_size: int = 64
) -> list[Hypothesis]:
    """The best hypothesis for each source, decoded in batches of similar length, returned in the given order.

    Args:
        beam: 1 for greedy decoding.
        batch_size: sentences decoded together.
    """
    order = sorted(range(len(sources)), key=lambda index: len(sources[index]))
    best: list[Hypothesis | None] = [None] * len(sources)
    for begin in range(0, len(order), batch_size):
        indices = order[begin : begin + batch_size]
        batch = [sources[index] for index in indices]
        if beam == 1:
            hypotheses = greedy(model, batch, alpha=alpha)
        else:
            hypotheses = [search.best for search in beam_search(model, batch, beam, alpha)]
        for index, hypothesis in zip(indices, hypotheses, strict=True):
            best[index] = hypothesis
    return [hypothesis for hypothesis in best if hypothesis is not None]


@torch.inference_mode()
def mean_loss(model: Transformer, pairs: Sequence[EncodedPair], batch_tokens: int = 4_000) -> float:
    """Cross-entropy per target token in nats, without smoothing; its exponential is the perplexity."""
    device = next(model.parameters()).device
    total, tokens = 0.0, 0
    for group in make_batches(sorted(pairs, key=lambda pair: len(pair.target)), batch_tokens):
        batch = collate(group)
        total += model.loss(batch.source.to(device), batch.target.to(device)).item()
        tokens += batch.target_tokens
    return total / max(tokens, 1)
