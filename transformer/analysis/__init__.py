"""Looking into a model and judging it.

attribution/  why this word: nine methods, direct contributions, how faithful they are
measures/     what the pages show of vectors, attention, layers and costs
evaluation/   BLEU and chrF, held-out loss, greedy against beam, confidence, ablations, alignment
"""
