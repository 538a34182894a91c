"""Looking back: Bahdanau's attention beside the Transformer's, and what an energy is the sum of."""
