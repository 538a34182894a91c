"""Token by token: a decoding step by step, and the roads that fork from it."""
