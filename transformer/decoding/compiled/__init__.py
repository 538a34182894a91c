"""A decoder step as one call, for when someone waits for a single sentence.

step.c     the step, in C; setup.py compiles it where there is a compiler
library    what was compiled, if it was and this processor can run it
decoder    one decoding in progress, as `IncrementalDecoder` for the hypotheses of one sentence
"""
