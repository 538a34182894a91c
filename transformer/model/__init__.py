"""The Transformer itself, in the order of the paper.

    config       its sizes
    positional   section 3.5: where a token is
    masks        which keys a query can see
    attention    section 3.2: scaled dot-product attention, plain and fast, with several heads
    layers       sections 3.1 and 3.3: sublayers, norms, the feed-forward network, encoder and decoder layers
    transformer  section 3: embeddings, stacks, output projection
    probe        every activation by name: read it or replace it

Next to them:

    attentions   the three kinds of attention and where a model has them
    dropout      section 5.4, fast on a CPU
    one_stack    source and target as one sequence in one stack (decoder-only)
    loss         section 5.4: cross-entropy with label smoothing
    cache        keys and values that decoding computes once
    translation_model  what all kinds of models have in common
    blueprint    a model without numbers: only names and shapes
    recurrent/   recurrent encoder-decoders, the predecessors of the Transformer
    building     a model of any kind from its sizes

A model as a folder:

    folder       written and read; each of its files checked before anything is built from it
    measurements what was measured on a model, next to its weights
    card         the fields of a card
    weights      their header checked against the configuration, then their numbers
    importing/   models that others have trained
    run_record   whether a training folder is finished
"""
