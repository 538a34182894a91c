"""What the letters for sizes mean, wherever they stand in an equation, a shape or a caption."""

LETTERS = {
    "S": "tokens of the source",
    "T": "tokens of the translation, as the decoder reads it",
    "D": "numbers in a token's vector, d_model in the paper",
    "H": "heads of one attention",
    "d_k": "numbers in a query or a key of one head, D / H",
    "d_ff": "neurons of a feed-forward layer",
    "V": "tokens of the vocabulary",
    "N": "layers of a stack",
    "B": "sentences of a batch",
}
