"""A decoder step as one call, for one sentence or several at a time.

```text
step.c     the step, in C; setup.py compiles it if there is a compiler
library    the compiled code, if it exists and this processor can run it
decoder    one decoding in progress, for the hypotheses of its sentences
```
"""
