"""How good translations are.

```text
scores             BLEU and chrF by sacreBLEU
scripts            into which words sacreBLEU cuts a text
tokenised_bleu     BLEU as papers on Multi30k count it
held_out_loss      how surprised a model is by held-out pairs
joined             long inputs made from short ones, and BLEU by length
alignment          how well each layer's cross-attention links words
search_comparison  greedy decoding compared with beam search, over whole test sets
ablations          what each edit costs, and how many heads you can remove
confidence         how good a translation is likely to be
learned            how much of a sentence was in the training data
```
"""
