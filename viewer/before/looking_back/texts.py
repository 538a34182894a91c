"""What the page “The first attention” says, apart from its pictures."""

LOOK = "Before each word, the decoder looks back at the English. Click a French word to see where it looks."
STORY = (
    "Bahdanau, Cho and Bengio (2014) let the decoder look back: before each word it compares its state with the state "
    "of every English word, and takes a mean of those states, weighted by how well they fit. It was the first "
    "attention in machine translation. Compare it with the Transformer’s, on the same translation."
)
