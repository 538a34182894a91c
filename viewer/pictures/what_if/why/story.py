"""What the numbers of an answer say, in words."""

from collections.abc import Sequence

import pandas as pd

from transformer.attribution.faithfulness import RANDOM, areas
from transformer.attribution.methods import METHODS
from viewer.pictures.what_if.why.answer import Answer
from viewer.pictures.what_if.why.methods import TITLES
from viewer.widgets.charts import format_signed
from viewer.widgets.tokens import chips_within

FIRST, JUDGE = "attention", "leave_one_out"  # the habit, and its comparison
AT_ONCE = [name for name in METHODS if not name.endswith("_read_back")]  # what tells why it was written
CLOSE = 0.9  # of the largest fall: another word whose removal costs nearly as much is named too
MOST_NAMED = 4  # for methods that tie


def quote_token(token: str) -> str:
    """A token in quotation marks, without the mark for the beginning of a word."""
    return f"“{chips_within([token])[0].text}”"


def probable(value: float) -> str:
    """A probability with as many digits as a reader needs."""
    return "less than 0.0001" if value < 1e-4 else height(value)


def headline(answer: Answer) -> str:
    """The token, its probability, and what is being explained."""
    word = quote_token(answer.token)
    begun = f"The model gives {word} a probability of {probable(answer.probability)}"
    if answer.rival is None or answer.rival_probability is None:
        return f"{begun}; its logit is {format_signed(answer.logit, 2)}. How much did each token read so far add to it?"
    rival = quote_token(answer.rival)
    side = "ahead of" if answer.logit >= 0 else "behind"
    return (
        f"{begun}, and {rival} {probable(answer.rival_probability)}: its logit is {abs(answer.logit):.2f} {side} "
        f"{rival}’s. How much did each token add to this lead?"
    )


def misleading(answer: Answer) -> str:
    """The source's first token by attention, what removing it or the judge's first does, and why methods differ.

    Attention's weights sum to 1 over the source, and again over the translation: they can't be compared across both.
    """
    table = answer.table
    habit, judge = first(table[table["side"] == "source"], FIRST), first(table, JUDGE)
    looked, other = quote_token(table["token"].iloc[habit]), _describe_place(table, judge)
    agreed = sum(first(table, name) == judge for name in AT_ONCE)
    count = (
        f"{agreed} of the {len(AT_ONCE)} methods that ask before the word is read back put {other} first. They ask "
        "different things: where the decoder looked, how the score would move if a token faded a little, or what is "
        "left if it is gone."
    )
    begin = f"Of the source, attention ranks {looked} first"
    if habit == judge:
        return f"{begin}. Removing words agrees: without it, {_falls(answer, habit)}. {count}"
    falls = table[JUDGE].tolist()
    verdict = "; here that misleads" if falls[habit] < falls[judge] / 2 else f", but {other} counts more"
    second = max((row for row in range(len(falls)) if row not in (habit, judge)), key=falls.__getitem__, default=judge)
    close = second != judge and falls[second] >= CLOSE * falls[judge] > 0
    also = f"; without {_describe_place(table, second)}, by {falls[second]:.2f}" if close else ""
    return (
        f"{begin}{verdict}. Without {looked}, {_falls(answer, habit)}; without {other}, "
        f"{_falls(answer, judge)}{also}. {count}"
    )


def first(table: pd.DataFrame, method: str) -> int:
    """The row of the token that counts most."""
    return int(table[method].to_numpy().argmax())


def _falls(answer: Answer, row: int) -> str:
    fall = float(answer.table[JUDGE].iloc[row])
    what = (
        f"the logit of {quote_token(answer.token)}"
        if answer.rival is None
        else f"the lead over {quote_token(answer.rival)}"
    )
    if abs(fall) < 0.005:
        return f"{what} stays the same"
    return f"{what} {'falls' if fall > 0 else 'rises'} by {abs(fall):.2f}"


def _describe_place(table: pd.DataFrame, row: int) -> str:
    side = "source" if table["side"].iloc[row] == "source" else "translation"
    return f"{quote_token(table['token'].iloc[row])} in the {side}"


def faithful(curves: pd.DataFrame) -> str:
    """Which order lowers the token's probability fastest, and which do no better than chance."""
    heights = areas(curves)
    orders, floor = heights.drop(RANDOM), float(heights[RANDOM])
    least = height(float(orders.min()))
    best = [TITLES[name] for name in orders.index if height(float(orders[name])) == least]
    worse = [TITLES[name] for name in orders.index if orders[name] >= floor]
    names = _join_with_and(best) if len(best) <= MOST_NAMED else f"{len(best)} of the {len(METHODS)} methods tie"
    told = f"Most faithful here: {names}, with a mean height of {least}; random orders leave {height(floor)}."
    if not worse:
        return f"{told} All methods beat chance."
    return f"{told} No better than chance: {_join_with_and(worse)}."


def height(value: float) -> str:
    """A curve's mean height."""
    return f"{value:.2f}" if value >= 0.01 else f"{value:.4f}"


def find_lowest_share(shares: pd.DataFrame, begins: Sequence[bool]) -> tuple[int | None, str]:
    """Find the word with the smallest share from the source: the step where it starts, and words that say so."""
    steps = [step for step, begun in enumerate(begins) if begun]
    if not steps:
        return None, "No step of this translation starts a word."
    source = shares["source"]
    step = min(steps, key=lambda at: source[at])
    mean = sum(source[at] for at in steps) / len(steps)
    return step, (
        f"Where words start, {100 * mean:.0f}% comes from the source on average; the least is at step {step + 1}, "
        f"{quote_token(shares['token'][step])}: {100 * source[step]:.0f}%."
    )


def _join_with_and(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
