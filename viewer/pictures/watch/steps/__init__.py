"""Token by token: a decoding step by step, and the branches that fork from it."""
