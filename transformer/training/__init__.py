"""Learning (section 5 of the paper): batches, the objective, optimisers, the trainer, a run and its card."""
