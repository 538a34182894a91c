"""What the pages about decoding say first, in the app and on the site."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Titles:
    """A page's title, what happens on it, and what it says in its place at Look."""

    title: str
    story: str
    look: str


SEARCH = Titles(
    "Greedy and beam",
    "Greedy decoding takes the most probable token at every step and never goes back. A beam keeps several "
    "candidates, called hypotheses, so it can find a translation that starts out less likely. Hover over a node to "
    "read it; click to see where it looked.",
    "Greedy decoding always takes the likeliest next word. Beam search keeps a few translations going, and can end up "
    "with a better one.",
)
STEPS = Titles(
    "Token by token",
    "The decoder writes one token at a time. It looks back at its own words and across at the English, and gives "
    "every token of the vocabulary a probability. Go step by step, see what else it could have written, and click "
    "a different token to see where the translation goes from there.",
    "The model writes one word, or part of a word, at a time. It gives every piece that it knows a chance, and usually "
    "takes the likeliest. Press play.",
)
