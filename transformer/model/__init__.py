"""The Transformer itself, in the order of the paper.

`config`, `positional`, `masks`, `attention`, `layers`, `transformer`, `probe`; beside them `dropout`, the `cache` of
decoding, the `loss` of training and the `blueprint`, a model without numbers.
"""
