"""How good translations are: BLEU and chrF, the loss on held-out pairs, greedy decoding beside beam search."""
