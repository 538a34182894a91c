"""Word vectors: what words learn from their company, a step of it, and what a sentence adds."""
