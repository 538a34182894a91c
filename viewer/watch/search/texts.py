"""What the page “Greedy and beam” says, apart from its pictures."""

LOOK = (
    "Greedy decoding always takes the likeliest next word. Beam search keeps a few translations going, and can end up "
    "with a better one."
)
STORY = (
    "Greedy decoding takes the most probable token at every step and never goes back. A beam keeps several "
    "candidates, called hypotheses, so it can find a translation that starts out less likely. Hover over a node to "
    "read it; click to see where it looked."
)
