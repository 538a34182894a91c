"""The files of a model folder, each held against what it must be before anything is built of it.

`transformer/model_folder.py` puts them together:

    card        what a card may hold, field by field
    weights     the weights: their header against the configuration, then their numbers
    run_record  of a training that is to end in a model folder: how far it has come
"""
