"""BLEU as papers on Multi30k count it: on lower-cased text, tokenised by Moses, as `multi-bleu` does.

Never compare it with sacreBLEU's on plain text: French apostrophes make a difference of two or three points.
"""

from collections.abc import Sequence

from sacrebleu.metrics import BLEU


def tokenised_bleu(translations: Sequence[str], references: Sequence[str], language: str) -> float:
    """BLEU, 0 to 100, of lower-cased text after Moses' punctuation normaliser and tokeniser, one reference each.

    Args:
        translations, references: plain text.
        language: of both, "fr", "de" or "en": Moses splits French elisions.
    """
    from sacremoses import MosesPunctNormalizer, MosesTokenizer  # training does without them

    normaliser, tokeniser = MosesPunctNormalizer(lang=language), MosesTokenizer(lang=language)

    def cut(text: str) -> str:
        tokens: str = tokeniser.tokenize(normaliser.normalize(text.lower()), return_str=True, escape=False)
        return tokens

    # `force` silences sacreBLEU's warning that the text is already tokenised.
    bleu = BLEU(tokenize="none", smooth_method="none", force=True)
    score = bleu.corpus_score([cut(text) for text in translations], [[cut(text) for text in references]])
    return round(score.score, 2)
