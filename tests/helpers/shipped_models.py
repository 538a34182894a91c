"""The models that ship, each read once by a process for all of its tests: none may change them."""

from functools import cache

import transformer
from transformer import Translator


@cache
def shipped_model(name: str) -> Translator:
    return transformer.load(name)
