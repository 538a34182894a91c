"""What the letters for sizes mean, in equations, shapes and captions."""

LETTERS = {
    "S": "tokens of the source",
    "T": "tokens of the translation, as the decoder reads it",
    "D": "numbers in a token’s vector (d_model in the paper)",
    "H": "heads of one attention",
    "d_k": "numbers in a query or a key of one head, D / H",
    "d_ff": "neurons of a feed-forward layer",
    "V": "tokens of the vocabulary",
    "N": "layers in a stack",
    "B": "sentences in a batch",
}
