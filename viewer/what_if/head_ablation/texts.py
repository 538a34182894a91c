"""What the page “Remove a head” says, apart from its pictures."""

STORY = (
    "Take one head out of the model and translate again: which words change, and how much worse does the model get? "
    "Each cell is one head. Hover over it for both translations; click to pin."
)
