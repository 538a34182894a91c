"""The pages' name for the language that a model writes."""

from dataclasses import dataclass
from typing import Any

from transformer.translator import Translator


@dataclass(frozen=True)
class Language:
    """A language: its code as in a card, its English name, and how a sentence in it can begin."""

    code: str
    name: str
    beginning: str


FRENCH = Language("fr", "French", "Moi, je")
GERMAN = Language("de", "German", "Gestern")


def written_by(translator: Translator[Any]) -> Language:
    """The language that a model translates into; French if its card names none."""
    code = str(translator.card.get("target_language", "fr"))
    known = {language.code: language for language in (FRENCH, GERMAN)}
    return known.get(code, Language(code, f"“{code}”", ""))
