"""What the page “Patching” says, apart from its pictures."""

LOOK = (
    "While the model translates the first sentence, slip in one vector from the second, and see whether the "
    "translation flips."
)
STORY = (
    "Take two sentences that differ in one thing. The model translates both; then one activation is copied from the "
    "second run into the first. If the translation flips, that spot carries the difference."
)
