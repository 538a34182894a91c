"""Expected risk: learning from the model's own translations.

Cross-entropy predicts the reference's next token from the reference's own tokens. Here, a search finds several
candidates c for each source x, compares each with the reference, and moves probability to the better ones:

    risk(x) = Σ_c q(c) (1 − reward(c)),     q = softmax over the candidates of  L̄ · log P(c | x) / |c|

with L̄ the candidates' mean length. Minimum risk training (Shen et al. 2016,
arXiv 1512.02433), over the candidates of a beam, together with cross-entropy (Edunov et al. 2018, arXiv 1711.04956).
"""

from collections.abc import Sequence
from typing import Protocol

import sacrebleu
import torch
from torch import Tensor

from transformer.corpora.encoding import Batch
from transformer.decoding.beam_search import beam_search
from transformer.model.transformer import Transformer
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import PAD, START
from transformer.text.tokenizer import SubwordTokenizer

CANDIDATES = 6  # of each source: as many hypotheses as the beam is wide


class Reward(Protocol):
    """How good a translation is."""

    def __call__(self, hypothesis: Sequence[int], reference: Sequence[int]) -> float:
        """From 0 to 1, of ids without START."""


class SentenceBleu:
    """BLEU of one sentence as sacreBLEU counts it, from 0 to 1, with effective order."""

    def __init__(self, tokenizer: SubwordTokenizer) -> None:
        self.tokenizer = tokenizer
        self.bleu = sacrebleu.BLEU(effective_order=True)

    def __call__(self, hypothesis: Sequence[int], reference: Sequence[int]) -> float:
        """Of ids, without special tokens."""
        hypothesis_text, reference_text = self.tokenizer.decode(hypothesis), self.tokenizer.decode(reference)
        return self.bleu.sentence_score(hypothesis_text, [reference_text]).score / 100


def find_candidates(model: Transformer, batch: Batch, reward: Reward) -> tuple[Tensor, Tensor]:
    """Find the model's own translations of each source, without dropout.

    Returns:
        Their ids, (B, K, T + 1), START …, padded; and their rewards, (B, K). If a search finds fewer than
        K = `CANDIDATES`, the other rows contain only START.
    """
    was_training = model.training
    model.eval()
    sources, targets = ([[token for token in row if token != PAD] for row in side.tolist()] for side in batch[:2])
    searches = beam_search(model, sources, CANDIDATES)
    model.train(was_training)
    rows: list[list[int]] = []
    rewards = torch.zeros(len(sources), CANDIDATES)
    for sentence, (target, search) in enumerate(zip(targets, searches, strict=True)):
        found = [hypothesis.tokens for hypothesis in search.hypotheses]
        rows += [[START, *tokens] for tokens in found] + [[START]] * (CANDIDATES - len(found))
        for place, tokens in enumerate(found):
            rewards[sentence, place] = reward(tokens, target[1:])
    return pad_rows(rows).view(len(sources), CANDIDATES, -1), rewards


def expected_risk(model: Transformer, source: Tensor, candidates: Tensor, rewards: Tensor) -> Tensor:
    """Σ_c q(c) (1 − reward(c)) of each source, (B).

    Args:
        source: (B, S) ids, padded with PAD; read once for all its candidates.
        candidates: (B, K, T + 1) ids, padded with PAD; a row with only START is no candidate.
        rewards: (B, K).
    """
    count = candidates.size(1)
    target = candidates.flatten(0, 1)
    memory = model.encode(source).repeat_interleave(count, dim=0)
    logits = model.project(model.decode(target[:, :-1], memory, source.repeat_interleave(count, dim=0)))
    said = target[:, 1:]
    of_tokens = torch.log_softmax(logits.float(), dim=-1).gather(-1, said.unsqueeze(-1)).squeeze(-1)
    log_probabilities = of_tokens.masked_fill(said == PAD, 0.0).sum(dim=-1).view(-1, count)
    lengths = (said != PAD).sum(dim=-1).view(-1, count)
    there = lengths > 0
    mean_length = lengths.sum(dim=-1, keepdim=True) / there.sum(dim=-1, keepdim=True)
    scores = mean_length * log_probabilities / lengths.clamp(min=1)
    shares = torch.softmax(scores.masked_fill(~there, -torch.inf), dim=-1)
    return (shares * (1 - rewards)).sum(dim=-1)
