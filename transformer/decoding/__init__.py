"""Finding a translation, and everything you can see while it is found.

```text
search                 what searches have in common: options, hypotheses, the length penalty
greedy                 the most probable token at each step, or a random one
beam_search            several hypotheses at a time
encoded                an encoded source
cached                 the decoder one position at a time, through the model's modules, with or without a probe
compiled/              encoder and decoder step in compiled code
strategies             how to search, as values: Greedy, Beam, Sampling
model_with_vocabulary  what decoding needs, wherever the model comes from
batches                many sentences, grouped by similar length
trace                  one recorded forward pass
alignment              from cross-attention to links between words
writing                a text that one stack continues
loaded                 a loaded model: how it reads and spells
translation            the result: text, tokens, every step's choices, its trace on demand
```
"""
