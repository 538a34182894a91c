"""A model written for other inference engines.

ctranslate2  CTranslate2, which has its own decoding loop (`pip install ctranslate2`)
onnx         ONNX Runtime: one graph reads the source, another gives the next token's logits (`pip install onnx`)
readme       the vocabulary, and a README of the steps before and after the engine

Neither library is needed for anything else; if it is missing, an error says so.
"""
