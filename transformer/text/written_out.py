"""What the models have read in words, written out: “5 km” is “5 kilometres”, “£2 million” is “2 million pounds”."""

import re

_UNITS = {
    "km/h": "kilometres an hour",
    "mph": "miles an hour",
    "km": "kilometres",
    "kg": "kilos",
    "cm": "centimetres",
    "ft": "feet",
    "lbs": "pounds",
    "min": "minutes",
    "m": "metres",
    "g": "grams",
    "l": "litres",
}
WORDS = {
    **{unit: f" {word}" for unit, word in _UNITS.items()},
    "&": " and ",
    "No.": "number ",
    "no.": "number ",
    "": " ",
}
SHORT = re.compile(
    rf"(?<=[\d\ue000])\s?(?:{'|'.join(_UNITS)})(?![\w²³/'])"  # after a figure, or one that bypasses the model
    r"|(?<=\w) & (?=\w)"
    r"|\b[Nn]o\.\s?(?=[\d\ue000])"
    r"|(?<=[a-z]{2}[.!?])(?=[A-Z][a-z]*(?:[\s,.!?]|$))|(?<=[a-z]{2}[,;!?])(?=[a-z]{2})"  # dog.She sleeps
)
AMOUNT = re.compile(r"([$£€¥])\s?(\d(?:[\d.,]*\d)?)\s?((?:m|b|tr)illion|m|bn)\b")
AMOUNT_WORDS = {"$": "dollars", "£": "pounds", "€": "euros", "¥": "yen", "m": "million", "bn": "billion"}
_HINT = re.compile(r"[\d\ue000&]|[.!?,;][A-Za-z]")


def write_out_amounts(text: str) -> str:
    """An English text with “£2 million” as “2 million pounds”: a figure that the model reads, not a sign it can't."""
    return AMOUNT.sub(lambda found: f"{found[2]} {AMOUNT_WORDS.get(found[3], found[3])} {AMOUNT_WORDS[found[1]]}", text)


def write_out(text: str) -> str:
    """An English text with units and “&” in words, and a space after every punctuation mark."""
    if not _HINT.search(text):  # most texts
        return text
    return SHORT.sub(lambda found: WORDS[found[0].strip()], text)
