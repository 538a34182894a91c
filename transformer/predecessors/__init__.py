"""What came before the Transformer: recurrent encoder-decoders and word vectors.

recurrent/      a GRU encoder-decoder, with and without attention
word_vectors/   word2vec: vectors of words, learned from their neighbours
gradient_reach  how far back gradients reach, in a recurrent network and in a Transformer
bottleneck      what is left of each word in the one vector of an encoder without attention
energies        the terms of an energy of Bahdanau's attention
comparison      recurrent networks measured against a Transformer
"""
