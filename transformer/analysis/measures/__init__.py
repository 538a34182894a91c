"""Measurements on a model, for the pages and for anyone inspecting a model.

Tokens and their vectors:

    byte_pairs         why a word is cut as it is
    vocabulary         which pieces are close together, and a map of all
    order              what positions are for; `learned_positions` is a table of them that was learned
    padding            what padding does, hidden and not
    in_context         one word in several sentences, layer by layer

Attention:

    projections        queries, keys and values
    similarity         three ways to measure how similar two tokens are
    what_if            attention computed otherwise
    head_patterns      what a head can look at
    head_roles         what each looks at
    head_shares        what each writes
    merging            attention between words
    rollout            what has reached a token after each layer
    search_attention   where every hypothesis of a beam search looked

The rest of a layer, and the whole:

    stream             what every sublayer reads, adds and passes on
    neurons            the feed-forward layer's
    lens               what each layer would say if it were the last
    stepwise           the decoder all at once and step by step
    parameters         where they sit
    cost               operations, memory, energy
    predecessors       recurrent networks compared with a Transformer; `gradient_reach` is how far back gradients reach
    bottleneck         what is left of each word in the one vector of an encoder without attention
    energies           what an energy of Bahdanau's attention is the sum of
    untrained          why a fresh model is worse than even guessing
"""
