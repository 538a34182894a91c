"""A model for CTranslate2, an inference engine with its own decoding loop, and the README that goes with it."""
