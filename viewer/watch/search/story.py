"""Where greedy decoding and beam search first differ, and what happened next, in words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from transformer.decoding.search import Hypothesis, length_penalty
from viewer.watch.running_totals import running_totals
from viewer.widgets.charts import signed
from viewer.widgets.tokens import chips, first_difference


@dataclass(frozen=True)
class Story:
    """How two hypotheses come to differ.

    Attributes:
        step: of the first different token, counted from 0; None if they agree.
        words: the whole story in a sentence or two.
    """

    step: int | None
    words: str


def story(
    greedy: Hypothesis, beam: Hypothesis, greedy_tokens: Sequence[str], beam_tokens: Sequence[str], alpha: float
) -> Story:
    """Describe how greedy decoding and the beam's best hypothesis come to differ.

    Args:
        greedy_tokens, beam_tokens: as written. alpha: the length penalty that the beam ranks by.
    """
    step = first_difference(greedy.tokens, beam.tokens)
    if step is None:
        return Story(None, "Greedy decoding and the beam's best hypothesis are the same, token by token.")
    totals, others = running_totals(greedy), running_totals(beam)
    shared = min(len(totals), len(others))
    overtakes = next((at for at in range(step, shared) if others[at] > totals[at]), None)
    words = f"{_parted(greedy, beam, greedy_tokens, beam_tokens, step)}, {_went_on(step, overtakes, totals, others)}"
    scores = [each.log_probability / length_penalty(len(each.tokens), alpha) for each in (greedy, beam)]
    return Story(step, f"{words} {_verdict(scores, [len(greedy.tokens), len(beam.tokens)], alpha)}")


def _parted(
    greedy: Hypothesis, beam: Hypothesis, greedy_tokens: Sequence[str], beam_tokens: Sequence[str], step: int
) -> str:
    if step >= len(greedy.tokens) or step >= len(beam.tokens):  # only for truncated hypotheses
        return f"They differ at step {step + 1}, where one of them was cut off"
    taken, kept = (math.exp(each.log_probabilities[step]) for each in (greedy, beam))
    names = [f"“{chips([tokens[step]])[0].text}”" for tokens in (greedy_tokens, beam_tokens)]
    return (
        f"At step {step + 1} greedy chose {names[0]}, because it had {taken:.2f} against {kept:.2f}; "
        f"the beam kept {names[1]} too"
    )


def _went_on(step: int, overtakes: int | None, totals: list[float], others: list[float]) -> str:
    if overtakes is None:
        at, when, which = -1, "in the end", "higher" if others[-1] > totals[-1] else "lower"
    else:
        later = overtakes - step
        at, which = overtakes, "higher"
        when = "at once" if later == 0 else "one step later" if later == 1 else f"{later} steps later"
    return f"and {when} its total was {which}: {signed(others[at], 2)} against {signed(totals[at], 2)}."


def _verdict(scores: list[float], lengths: list[int], alpha: float) -> str:
    best = int(scores[1] > scores[0])
    name = ("greedy", "the beam")[best]
    tokens = "" if lengths[0] == lengths[1] else f" ({lengths[best]} tokens against {lengths[1 - best]})"
    higher, lower = signed(scores[best], 3), signed(scores[1 - best], 3)
    return f"With α = {alpha:g}, {name} scores better: {higher} against {lower}{tokens}."
