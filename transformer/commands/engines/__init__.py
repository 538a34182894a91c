"""A model written for engines that people already run.

ctranslate2  CTranslate2, whose decoding loop is its own (`pip install ctranslate2`)
onnx         ONNX Runtime: one graph reads the source, another gives the next token's logits (`pip install onnx`)
readme       the vocabulary, and a README of the steps before and after the engine

Neither library is needed for anything else; where it is missing, a sentence says so.
"""
