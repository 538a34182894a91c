"""Training (section 5 of the paper).

One update:

    config         training options
    schedule       the learning rate of every step
    optimizers     Adam, or Muon for the matrices inside the layers
    batching       the batches of every epoch
    piece_dropout  tokens split at random
    trainer        batch → loss → gradients → step
    steps          one step after another, each with its report

A run:

    prepared_corpus  pairs, a vocabulary learned from them, and the pairs in its tokens
    validation       how the model does on held-out pairs
    reports          reports of every step and validation
    log              a CSV file of those reports
    checkpoints      the best weights so far, and their mean
    state            what a run needs to resume
    stopping         a signal to end, which waits for the current step
    parallel         several processes, one run
    loop             from the first step to the last, in a folder
    card             what a model was trained on and how
    run              from corpora to a model folder

From corpora to a shipped model:

    recipes/  stages, and how far a build has come

Others:

    live/         a training run that visitors start and watch
    word_vectors/ word2vec: vectors of words, learned from their neighbours

Recorded for the pages:

    short_training  the common part of the others
    recorded_run    how a few translations changed during training
    ages            the weights of the recorded model along the way
    rate_runs       runs that differ in their learning rate
    changes         what changed since 2017, one change at a time, in tiny models
"""
