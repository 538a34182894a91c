"""The log-probability so far, which pages about decoding show at every step."""

from itertools import accumulate

from transformer.decoding.search import Hypothesis


def running_totals(hypothesis: Hypothesis) -> list[float]:
    """Σ log p of the tokens up to and including each step, one number per step."""
    return list(accumulate(hypothesis.log_probabilities))
