"""A step of the decoder as one call, for those who wait for one sentence.

step.c     the step, in C; setup.py compiles it where there is a compiler
library    what was compiled, if it was and this processor can run it
decoder    one decoding in progress, as `IncrementalDecoder` for the hypotheses of one sentence
"""
