"""The first attention: Bahdanau's attention next to the Transformer's, and how an energy is computed."""
