"""Word vectors: what words learn from their company, one step of it, and what a sentence adds."""
