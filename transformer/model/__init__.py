"""The Transformer itself, in the order of the paper.

`config`, `positional`, `masks`, `attention`, `layers`, `transformer`, `probe`; beside them `dropout`, the `cache` of
decoding and the `loss` of training.
"""
