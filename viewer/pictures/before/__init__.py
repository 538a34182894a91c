"""Before the Transformer: recurrent networks and word vectors."""
