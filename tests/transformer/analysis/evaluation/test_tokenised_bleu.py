"""The papers' way of counting, against a plain rewriting of `multi-bleu`."""

import math
from collections import Counter

import pytest

from transformer.analysis.evaluation.scores import score_translations
from transformer.analysis.evaluation.tokenised_bleu import tokenised_bleu

REFERENCES = ["L'homme n'a pas vu l'eau de la rivière.", "Deux chats dorment sur le canapé rouge de Marie."]
TRANSLATIONS = ["L'homme n'a jamais vu l'eau du lac.", "Deux chats dorment sur un canapé rouge."]

# What Moses' own tokenizer.perl makes of them after lowercase.perl, cut by hand.
CUT_REFERENCES = ["l' homme n' a pas vu l' eau de la rivière .", "deux chats dorment sur le canapé rouge de marie ."]
CUT_TRANSLATIONS = ["l' homme n' a jamais vu l' eau du lac .", "deux chats dorment sur un canapé rouge ."]


def multi_bleu(translations: list[str], references: list[str]) -> float:
    """The geometric mean of four clipped precisions times the brevity penalty (Papineni et al. 2002)."""
    logarithms = 0.0
    for size in range(1, 5):
        right = total = 0
        for translation, reference in zip(translations, references, strict=True):
            counts, allowed = (
                Counter(tuple(words[at : at + size]) for at in range(len(words) - size + 1))
                for words in (translation.split(), reference.split())
            )
            right += sum((counts & allowed).values())
            total += sum(counts.values())
        logarithms += math.log(right / total) / 4
    lengths = [sum(len(text.split()) for text in texts) for texts in (translations, references)]
    return 100 * min(1.0, math.exp(1 - lengths[1] / lengths[0])) * math.exp(logarithms)


@pytest.mark.slow
def test_it_counts_as_multi_bleu_does_on_moses_tokens() -> None:
    expected = multi_bleu(CUT_TRANSLATIONS, CUT_REFERENCES)
    assert 30 < expected < 80
    assert tokenised_bleu(TRANSLATIONS, REFERENCES, "fr") == pytest.approx(expected, abs=0.006)


def test_case_does_not_count_and_elisions_are_cut() -> None:
    assert tokenised_bleu([text.upper() for text in REFERENCES], REFERENCES, "fr") == 100
    plain = score_translations(TRANSLATIONS, REFERENCES).bleu
    assert tokenised_bleu(TRANSLATIONS, REFERENCES, "fr") > plain


def test_german_is_cut_as_german() -> None:
    text = ["Zwei Männer fahren z.B. mit der U-Bahn (heute)."] * 2
    assert tokenised_bleu(text, text, "de") == 100
    assert tokenised_bleu(["Etwas anderes als das hier."] * 2, text, "de") == 0
