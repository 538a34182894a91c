"""How good translations are: BLEU and chrF by sacreBLEU, and how much is right to the letter."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from sacrebleu.metrics import BLEU, CHRF

from transformer.analysis.evaluation.scripts import tokenizer_for

ORDERS = 4  # BLEU counts n-grams of 1 to 4 tokens


@dataclass(frozen=True)
class Score:
    """How good a set of translations is, 0 to 100; sacreBLEU's signatures say how it counted BLEU and chrF.

    Attributes:
        exact: the share that equals its reference.
    """

    bleu: float
    chrf: float
    exact: float
    bleu_signature: str
    chrf_signature: str
    sentences: int


def score_translations(translations: Sequence[str], references: Sequence[str]) -> Score:
    """Score translations against one reference each, detokenised (Post 2018, arXiv 1804.08771).

    BLEU counts words, as sacreBLEU cuts them in the references' script.
    """
    bleu, chrf = BLEU(tokenize=tokenizer_for(references).name), CHRF()
    bleu_score = bleu.corpus_score(list(translations), [list(references)])
    chrf_score = chrf.corpus_score(list(translations), [list(references)])
    return Score(
        round(bleu_score.score, 2),
        round(chrf_score.score, 2),
        round(100 * sum(map(str.__eq__, translations, references)) / max(1, len(references)), 2),
        str(bleu.get_signature()),
        str(chrf.get_signature()),
        len(translations),
    )


def right_characters(translations: Iterable[str], references: Sequence[str]) -> float:
    """Character accuracy, 0 to 100: 100 · max(0, 1 − edits / characters of the references).

    Edits are the fewest characters to insert, delete or replace to turn the translations into their references.
    """
    edits = sum(map(edit_distance, translations, references))
    return round(100 * max(0.0, 1 - edits / max(1, sum(map(len, references)))), 2)


def edit_distance(one: str, other: str) -> int:
    """The fewest characters to insert, delete or replace to turn one text into the other (Levenshtein)."""
    letters, numbers = np.array([ord(each) for each in other]), np.arange(len(other) + 1)
    row = numbers  # of what has been read of `one`, the distance to each beginning of `other`
    for count, letter in enumerate(map(ord, one), start=1):
        best = np.minimum(row[1:] + 1, row[:-1] + (letters != letter))
        # Insertions: the least of all distances to the left, and one more for each step.
        row = np.minimum.accumulate(np.concatenate([[count], best]) - numbers) + numbers
    return int(row[-1])


def sentence_counts(translations: Sequence[str], references: Sequence[str]) -> np.ndarray:
    """What BLEU counts of each sentence; the BLEU of any set of them follows from their sum.

    Returns:
        (N, 10): matching n-grams and all n-grams, each of 1 to 4 tokens; the translation's length and the reference's.
    """
    bleu = BLEU(tokenize=tokenizer_for(references).name, effective_order=True)
    scores = [bleu.sentence_score(*each) for each in zip(translations, [[each] for each in references], strict=True)]
    return np.array([[*each.counts, *each.totals, each.sys_len, each.ref_len] for each in scores])


def bleu_from_counts(counts: np.ndarray) -> float:
    """BLEU, 0 to 100, of sentences with these summed counts (10)."""
    matches, totals, (length, wanted) = np.split(counts, (ORDERS, 2 * ORDERS))
    return BLEU.compute_bleu(matches.tolist(), totals.tolist(), int(length), int(wanted), smooth_method="exp").score


def bleu_interval(counts: np.ndarray, resamples: int = 1_000) -> tuple[float, float]:
    """The 95% interval of BLEU, by drawing as many sentences again (the bootstrap of Koehn 2004).

    Every call draws alike: sets of the same size are resampled in the same way.

    Args:
        counts: `sentence_counts` of the sentences, (N, 10).
    """
    drawn = np.random.default_rng(0).integers(len(counts), size=(resamples, len(counts)))
    low, high = np.percentile([bleu_from_counts(counts[rows].sum(axis=0)) for rows in drawn], (2.5, 97.5))
    return round(float(low), 2), round(float(high), 2)
