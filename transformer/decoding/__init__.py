"""Finding a translation, and everything that can be seen while it is found.

search                 greedy decoding, beam search, sampling, over cached steps
reading                the source, once, and what every decoder layer looks at in it
incremental            the decoder one position at a time
laid_out               the weights that both walk with, kept as long as nobody changes them
products               a matrix times few rows, in 16 bits where these hold it exactly
compiled/              a step as one call of compiled code, for the hypotheses of one sentence
probed                 the same with a probe looking on or taking part
strategies             how to search, as values: Greedy, Beam, Sampling
model_with_vocabulary  what decoding needs, whoever owns the model
batches                many sentences, those of similar length together
trace                  one forward pass, kept
alignment              from cross-attention to the words that belong together
translation            the result: text, tokens, every step's choices, its trace when it is asked for
"""
