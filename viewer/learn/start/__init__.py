"""Start here: what a Transformer does in five short screens, each with a question before its answer."""
