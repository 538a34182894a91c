"""What the page “Why this word” says, apart from its pictures."""

LOOK = "Hide a word of the sentence and see what the model would have written: that shows which word it depends on."
STORY = (
    "Choose a token of the translation, and a rival to compare it with. How much did each English token and each "
    "earlier token of the translation count? Nine methods answer, and they don’t agree."
)
