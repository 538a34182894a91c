"""Measurements on a model, for the pages and for anyone inspecting a model.

Tokens and their vectors:

    byte_pairs         why a word is split as it is
    vocabulary         which pieces are close together, and a map of them all
    order              what positions are for; `learned_positions` is a learned table of them
    padding            what padding does, with and without a mask
    in_context         one word in several sentences, layer by layer

Attention:

    projections        queries, keys and values
    what_if            attention computed differently
    head_patterns      what a head can look at
    head_roles         what each head looks at
    search_attention   what every hypothesis of a beam search looked at

The rest of a layer, and the whole model:

    stream             what every sublayer reads, adds and passes on
    neurons            the neurons of the feed-forward layer
    lens               what each layer would predict if it were the last
    predecessors       recurrent networks compared with a Transformer; `gradient_reach` is how far back gradients reach
    bottleneck         what remains of each word in the one vector of an encoder without attention
"""
