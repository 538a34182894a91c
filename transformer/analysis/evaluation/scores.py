"""How good translations are: BLEU and chrF by sacreBLEU."""

from collections.abc import Sequence
from dataclasses import dataclass

from sacrebleu.metrics import BLEU, CHRF


@dataclass(frozen=True)
class Score:
    """BLEU and chrF of a set of translations, 0 to 100, each with sacreBLEU's signature: how it was counted."""

    bleu: float
    chrf: float
    bleu_signature: str
    chrf_signature: str
    sentences: int


def score_translations(translations: Sequence[str], references: Sequence[str], lower_case: bool = False) -> Score:
    """Score translations against one reference each, detokenised (Post 2018, arXiv 1804.08771).

    Args:
        lower_case: whether to ignore case, for a model that writes no capitals; the signatures show it.
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
