"""Before the Transformer: a vector for each word, learned from the company it keeps (word2vec).

In the order of reading: `sentences` (numbered words and their windows), `word2vec` (CBOW and skip-gram with negative
sampling), `vectors` (neighbours and analogies), `analogies` (how many hold), `one_step` (one step of
learning, looked at).
"""
