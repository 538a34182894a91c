"""What the page “Laboratory” says, apart from its pictures."""

LOOK = "Break something in the model, and see what becomes of the translation."
STORY = (
    "Change the machine and see what happens: the original on the left, your version on the right. It opens with one "
    "English word hidden, so that no attention can look at it."
)
