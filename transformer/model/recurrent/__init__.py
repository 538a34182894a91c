"""Before the Transformer: recurrent encoder-decoders, with and without attention.

In the order of reading: `config` (sizes), `gru` (one state from word to word), `attention` (Bahdanau's and Luong's
energies), `network` (the whole, and its decoder one token at a time).
"""
