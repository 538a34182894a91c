"""Named changes to what a model computes: small, pure, and easy to combine.

```python
from transformer.edits import causal_off, zero_head
edit = causal_off() + zero_head("decoder.2.1")
edit.written                                   # 'causal_off,zero_head:decoder.2.1', which `parse` reads
```

In the order of reading:

    places      which attentions, heads, layers and sublayers a text such as `cross.*.1` names
    change      one change, what it needs in order to run, and what it can see of the pass
    masks       cells of a mask: causal off, padding off, a word hidden, a cell opened
    scores      scores and softmax: temperature, × 0 instead of −∞, softmax down the columns
    sublayers   residual connections, norms, layers, positions
    heads       a head set to zero, to its mean, or alone
    patches     another sentence's memory, or an activation from its run
    edit        several changes as one: the probe that applies them; all changes by name
    catalogue   how to parse them from text

What is built from them:

    head_means  what each head writes on average, stored with the weights
    comparison  a sentence translated with and without an edit
    laboratory  the edits measured for every model
    ablation    a sentence under many edits, one at a time
    patching    every place's activation taken from another sentence, in one batch
    minimal_pairs  sentences that differ in one thing, for patching
"""

from transformer.edits.catalogue import parse
from transformer.edits.edit import Edit, compose
from transformer.edits.heads import keep_head, keep_kind, mean_head, zero_head
from transformer.edits.masks import causal_off, close, close_cell, force, last, open_cell, padding_off
from transformer.edits.patches import memory, patch
from transformer.edits.scores import column_softmax, multiply_mask, temperature, unscaled
from transformer.edits.sublayers import exchange, norm_off, positions_off, residual_off, skip, zero_sublayer

__all__ = [
    "Edit",
    "causal_off",
    "close",
    "close_cell",
    "column_softmax",
    "compose",
    "exchange",
    "force",
    "keep_head",
    "keep_kind",
    "last",
    "mean_head",
    "memory",
    "multiply_mask",
    "norm_off",
    "open_cell",
    "padding_off",
    "parse",
    "patch",
    "positions_off",
    "residual_off",
    "skip",
    "temperature",
    "unscaled",
    "zero_head",
    "zero_sublayer",
]
