"""Sentences led through a tiny model, for the tests of `viewer/`."""

from pathlib import Path

import transformer
from transformer import Translator
from viewer.frame.passage import Passage

SENTENCE = "The dog eats bread."


def passage(folder: Path, sentence: str = SENTENCE, translator: Translator | None = None) -> Passage:
    """A sentence's way through the model in a folder, loaded anew if none is given."""
    translator = translator or transformer.load(folder)
    translation = translator.translate(sentence)
    trace = translator.trace(sentence, translation.hypothesis)
    return Passage(str(folder), translator, translation, trace, sentence)
