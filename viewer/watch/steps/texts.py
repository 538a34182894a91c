"""What the page “Token by token” says, apart from its pictures."""

LOOK = (
    "The model writes one piece at a time, a word or part of one: usually the likeliest of all pieces that it knows. "
    "Press play."
)
STORY = (
    "The decoder writes one token at a time. It looks back at its own words and across at the English, and gives "
    "every token of the vocabulary a probability. Go step by step, see what else it could have written, and click "
    "a different token to see where the translation goes from there."
)
