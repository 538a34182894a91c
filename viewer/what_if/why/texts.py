"""What the page “Why this word” says, apart from its pictures."""

LOOK = "We hide each English word in turn to see which one the model’s choice depends on."
STORY = (
    "Choose a token of the translation, and a rival to compare it with. How much did each English token and each "
    "earlier token of the translation count? Nine methods answer, and they don’t agree."
)
