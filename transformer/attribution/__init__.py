"""Why this word rather than that one: how much each source word and each earlier target word counts for one token.

In the order of reading:

    question       a token of a translation, possibly a rival, and the pass that produced it
    attentions     attention weights where the token is written and where it is read back; weighted by the values' norms
    gradients      gradient × input, integrated gradients
    erasure        leave one out; values set to zero
    alti           every layer's contributions, traced from bottom to top
    methods        all of them in one table, and how far they agree
    faithfulness   how probable the token remains when words are removed in a method's order
    contributions  the token's logit as a sum over heads, feed-forward layers and embeddings
    word_alignment which method links words most like people do
    alignment_rates that measurement, stored next to a model's weights
"""
