"""The library's front door: a model with its vocabulary, ready to translate and to be looked into.

import transformer
model = transformer.load("en-fr")
model.translate("I love you very much.", beam=4).text

In the order of reading: `text_translator` (what every translator does), `translator` (of a Transformer, which can be
changed and asked why), `recurrent_translator` (of a network from before), `loading`.
"""

from transformer.translator.loading import load, load_any, load_transformer
from transformer.translator.recurrent_translator import RecurrentTranslator
from transformer.translator.text_translator import MAX_CHARACTERS, MAX_SOURCE_TOKENS, TextTranslator
from transformer.translator.translator import Translator

__all__ = [
    "MAX_CHARACTERS",
    "MAX_SOURCE_TOKENS",
    "RecurrentTranslator",
    "TextTranslator",
    "Translator",
    "load",
    "load_any",
    "load_transformer",
]
