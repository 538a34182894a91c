"""What the page “Remove a head” says, apart from its pictures."""

LOOK = "The model looks at words with many heads at once. Take one out, and see whether the translation changes."
STORY = (
    "Take one head out of the model and translate again: which words change, and how much worse does the model get? "
    "Each cell is one head. Hover over it for both translations; click to pin."
)
