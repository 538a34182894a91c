"""Looking inside a model, and judging it.

```text
measures/    vectors, attention, layers and costs, as the pages show them
cases/       which heads decide between two words, and on how many sentences that holds
evaluation/  BLEU and chrF, held-out loss, greedy against beam, confidence, ablations, alignment
```
"""
