"""How good translations are: BLEU and chrF by sacreBLEU."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sacrebleu.metrics import BLEU, CHRF

ORDERS = 4  # BLEU counts n-grams of 1 to 4 tokens


@dataclass(frozen=True)
class Score:
    """BLEU and chrF of a set of translations, 0 to 100, each with sacreBLEU's signature: how it was counted."""

    bleu: float
    chrf: float
    bleu_signature: str
    chrf_signature: str
    sentences: int


def score_translations(translations: Sequence[str], references: Sequence[str]) -> Score:
    """Score translations against one reference each, detokenised (Post 2018, arXiv 1804.08771)."""
    bleu, chrf = BLEU(), CHRF()
    bleu_score = bleu.corpus_score(list(translations), [list(references)])
    chrf_score = chrf.corpus_score(list(translations), [list(references)])
    return Score(
        round(bleu_score.score, 2),
        round(chrf_score.score, 2),
        str(bleu.get_signature()),
        str(chrf.get_signature()),
        len(translations),
    )


def sentence_counts(translations: Sequence[str], references: Sequence[str]) -> np.ndarray:
    """What BLEU counts of each sentence; the BLEU of any set of them follows from their sum.

    Returns:
        (N, 10): matching n-grams and all n-grams, each of 1 to 4 tokens; the translation's length and the reference's.
    """
    bleu = BLEU(effective_order=True)
    scores = [bleu.sentence_score(*each) for each in zip(translations, [[each] for each in references], strict=True)]
    return np.array([[*each.counts, *each.totals, each.sys_len, each.ref_len] for each in scores])


def bleu_of(counts: np.ndarray) -> float:
    """BLEU, 0 to 100, of sentences with these summed counts (10)."""
    matches, totals, (length, wanted) = np.split(counts, (ORDERS, 2 * ORDERS))
    return BLEU.compute_bleu(matches.tolist(), totals.tolist(), int(length), int(wanted), smooth_method="exp").score
