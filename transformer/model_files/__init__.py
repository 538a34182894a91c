"""The files of a model folder, each held against what it must be before anything is built of it.

card     what a card may hold, field by field
weights  the weights: their header against the configuration, then their numbers
"""
