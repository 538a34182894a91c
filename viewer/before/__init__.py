"""Before the Transformer: what the recurrent translators could and could not do, beside one trained as long."""
