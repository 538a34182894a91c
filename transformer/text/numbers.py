"""Whether a translation has the numbers of its source, whichever way each language writes them."""

import re
from collections import Counter

_NUMBER = re.compile(r"(?<![\w.,:)-])-\d+|\d+")
_MINUS = re.compile(r"\b(?:minus|moins) (?=\w)", re.IGNORECASE)
_ONE = re.compile(r"\b(?:une|eins|eine[mnrs]?)\b", re.IGNORECASE)
_UP_TO_TWENTY = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
    "dix-huit dix-neuf vingt",
    "de": "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
    "siebzehn achtzehn neunzehn zwanzig",
}
_VALUES = {
    language: {word: str(value) for value, word in enumerate(spelled.split())}
    for language, spelled in _UP_TO_TWENTY.items()
}
_MORE_WORDS = re.compile(
    r"\b(?:half|quarter|dozen|noon|midnight|first|second|third|\w+teen|\w+ty|hundred|thousand|million)s?\b",
    re.IGNORECASE,
)


def numbers_differ(source: str, generated: str, language: str) -> bool:
    """Whether a number of an English source is missing in its translation, or the translation has an extra one.

    3.14 can be written 3,14, and 10,000 as 10 000, 10.000 or 10000. A small number can be written as a word, and a
    number word in the source can become digits.

    Args:
        source: in English. generated: its translation. language: of the translation, "fr" or "de".
    """
    grouped = (
        re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", source),
        re.sub(r"(?<=\d)[., \u202f](?=\d{3}(?!\d))", "", generated),
    )
    return all(_differ(*texts, language) for texts in ((source, generated), grouped))


def _differ(source: str, generated: str, language: str) -> bool:
    wanted = Counter(_NUMBER.findall(source))
    generated = _MINUS.sub("-", _ONE.sub(lambda found: "un" if found[0].lower() == "une" else "ein", generated.lower()))
    values = _VALUES.get(language, {})
    spelled = Counter(
        _NUMBER.findall(re.sub(r"[^\W\d]+(?:-[^\W\d]+)*", lambda word: values.get(word[0], word[0]), generated))
    )
    spare = Counter(_NUMBER.findall(generated)) - wanted
    in_words = _MORE_WORDS.search(source) or any(word in _VALUES["en"] for word in re.findall(r"\w+", source.lower()))
    return bool(wanted - spelled) or bool(spare and not in_words)
