"""The lowest alignment error rate that one link a word can reach: against every way to give links, and as shipped."""

from itertools import product

import pytest

from transformer.analysis.evaluation.alignment import least_error_rate
from transformer.attribution.word_alignment import error_rate
from transformer.corpora.everyday import AlignedPair, aligned_examples

ONE_EACH = AlignedPair("I am tired.", "Je suis fatigué.", ((0, 0), (1, 1), (2, 2), (3, 3)))
TWO_FOR_ONE = AlignedPair("It's raining.", "Il pleut.", ((0, 0), (1, 1), (2, 1), (3, 2)))
UNLINKED = AlignedPair("Water boils.", "L'eau bout.", ((0, 1), (1, 2), (2, 3)))  # “L'” stands for itself


def least_by_trying(pair: AlignedPair) -> float:
    """Every word with one of its true links, with a wrong one (-1, 0), or with none."""
    lexical, true = pair.lexical_links()
    choices = [[None, (-1, 0), *(link for link in true if link[1] == word)] for word in lexical]
    rates = []
    for chosen in product(*choices):
        links = [link for link in chosen if link]
        right = sum(link in true for link in links)
        rates.append(error_rate(len(links), len(true), right, right))
    return min(rates)


@pytest.mark.parametrize("pair", [ONE_EACH, TWO_FOR_ONE, UNLINKED])
def test_no_choice_of_one_link_a_word_does_better(pair: AlignedPair) -> None:
    assert least_error_rate([pair]) == pytest.approx(least_by_trying(pair))


def test_what_several_words_say_together_cannot_be_linked_whole() -> None:
    assert least_error_rate([ONE_EACH]) == 0
    assert least_error_rate([TWO_FOR_ONE]) == pytest.approx(1 - 2 * 2 / (2 + 3))  # the full stop does not count
    assert 0.1 < least_error_rate(aligned_examples()) < 0.2
