"""The pages' names for the languages that a model reads and writes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from transformer.corpora.direction import UNNAMED, two_letters
from transformer.translator import Translator


@dataclass(frozen=True)
class Language:
    """What a model reads or writes: its code or free name as in a card, what we call it, and how it can begin."""

    code: str
    name: str
    beginning: str = ""

    def of(self, text: str) -> str:
        """Adapt a text that says “English” to this language."""
        article = "n" if self.name.strip("“")[:1] in "AEIOUaeio" else ""
        for letter in "aA":
            text = text.replace(f"{letter}n English", f"{letter}{article} English")
        return text.replace("English", self.name)


ENGLISH = Language("en", "English")
FRENCH = Language("fr", "French", "Moi, je")
GERMAN = Language("de", "German", "Gestern")
# The codes of a language in two and in three letters, and its name; see also `two_letters`.
_KNOWN = (
    "ar ara Arabic", "bg bul Bulgarian", "ca cat Catalan", "cs ces Czech", "da dan Danish", "el ell Greek",
    "es spa Spanish", "et est Estonian", "eu eus Basque", "fa fas Persian", "fi fin Finnish", "ga gle Irish",
    "gl glg Galician", "he heb Hebrew", "hi hin Hindi", "hr hrv Croatian", "hu hun Hungarian", "hy hye Armenian",
    "id ind Indonesian", "it ita Italian", "ja jpn Japanese", "ka kat Georgian", "ko kor Korean",
    "lt lit Lithuanian", "lv lav Latvian", "nl nld Dutch", "no nob Norwegian", "pl pol Polish", "pt por Portuguese",
    "ro ron Romanian", "ru rus Russian", "sk slk Slovak", "sl slv Slovenian", "sq sqi Albanian", "sr srp Serbian",
    "sv swe Swedish", "sw swh Swahili", "th tha Thai", "tr tur Turkish", "uk ukr Ukrainian", "ur urd Urdu",
    "vi vie Vietnamese", "zh cmn Chinese",
)  # fmt: skip
_NAMES = {code: name for *codes, name in map(str.split, _KNOWN) for code in codes}


def target_language(translator: Translator[Any]) -> Language:
    """The language that a model translates into; French if its card names none."""
    if translator.languages:  # the sentence asks for one of them
        return Language(UNNAMED, "target-language")
    return target_language_of_card(translator.card)


def source_language(translator: Translator[Any]) -> Language:
    """The language that a model translates from; English if its card names none."""
    return source_language_of_card(translator.card)


def target_language_of_card(card: Mapping[str, Any]) -> Language:
    """The language that a model translates into, from its card alone."""
    return _make_language(str(card.get("target_language", "fr")), "output")


def source_language_of_card(card: Mapping[str, Any]) -> Language:
    """The language that a model translates from, from its card alone."""
    return _make_language(str(card.get("source_language", "en")), "input")


def direction_in(card: Mapping[str, Any]) -> str:
    """What a model reads and writes, as a title, from its card alone: "English to French", "Dates to ISO dates"."""
    title = " to ".join(
        each.name.strip("“”") for each in (source_language_of_card(card), target_language_of_card(card))
    )
    return title[:1].upper() + title[1:]


def name_code(code: str) -> str:
    """A code such as "spa" or "pt_BR" with its language's name, if that is known."""
    name = _make_language(two_letters(re.split("[_-]", code)[0]), "“").name
    return code if name.startswith("“") else f"{name} ({code})"


def _make_language(code: str, unnamed: str) -> Language:
    known = {language.code: language for language in (ENGLISH, FRENCH, GERMAN)}
    return known.get(code) or Language(code, unnamed if code == UNNAMED else _NAMES.get(code) or _free(code))


def _free(name: str) -> str:
    """A name that isn't one of ours, in quotation marks unless it is written like that of a language: Esperanto."""
    return name if name.isalpha() and name.istitle() else f"“{name}”"
