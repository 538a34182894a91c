"""Looking inside a model, and judging it.

```text
measures/    vectors, attention, layers and costs, as the pages show them
evaluation/  BLEU and chrF, held-out loss, greedy against beam, confidence, ablations, alignment
```
"""
