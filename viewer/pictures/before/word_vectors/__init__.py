"""Word vectors: what words learn from the company they keep, one step of learning, and what a sentence adds."""
