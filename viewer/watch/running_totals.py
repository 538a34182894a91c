"""The log-probability so far, which pages that watch a decoding show at every step."""

from itertools import accumulate

from transformer.decoding.search import Hypothesis


def running_totals(hypothesis: Hypothesis) -> list[float]:
    """Σ log p of the tokens up to and including each step, one number a step."""
    return list(accumulate(hypothesis.log_probabilities))
