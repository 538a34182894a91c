"""The pages' names for the languages that a model reads and writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from transformer.translator import Translator


@dataclass(frozen=True)
class Language:
    """A language: its code as in a card, its English name, and how a sentence in it can begin."""

    code: str
    name: str
    beginning: str = ""

    def of(self, text: str) -> str:
        """One of our texts about a model that reads English, for a model that reads this language."""
        article = "n" if self.name[0] in "AEIOU" else ""
        for letter in "aA":
            text = text.replace(f"{letter}n English", f"{letter}{article} English")
        return text.replace("English", self.name)


ENGLISH = Language("en", "English")
FRENCH = Language("fr", "French", "Moi, je")
GERMAN = Language("de", "German", "Gestern")
_UNKNOWN = "und"  # the code of a language that nobody has named
_NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "ca": "Catalan", "cs": "Czech", "da": "Danish", "el": "Greek", "es": "Spanish",
    "et": "Estonian", "eu": "Basque", "fa": "Persian", "fi": "Finnish", "ga": "Irish", "gl": "Galician",
    "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian",
    "it": "Italian", "ja": "Japanese", "ka": "Georgian", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian",
    "nl": "Dutch", "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "sk": "Slovak", "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili",
    "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


def written_by(translator: Translator[Any]) -> Language:
    """The language that a model translates into; French if its card names none."""
    if translator.languages:  # the sentence asks for one of them
        return Language(_UNKNOWN, "target-language")
    return written_in(translator.card)


def read_by(translator: Translator[Any]) -> Language:
    """The language that a model translates from; English if its card names none."""
    return read_in(translator.card)


def written_in(card: Mapping[str, Any]) -> Language:
    """The language that a model translates into, from its card alone."""
    return _called(str(card.get("target_language", "fr")), "target-language")


def read_in(card: Mapping[str, Any]) -> Language:
    """The language that a model translates from, from its card alone."""
    return _called(str(card.get("source_language", "en")), "source-language")


def _called(code: str, unnamed: str) -> Language:
    known = {language.code: language for language in (ENGLISH, FRENCH, GERMAN)}
    return known.get(code) or Language(code, unnamed if code == _UNKNOWN else _NAMES.get(code, f"“{code}”"))
