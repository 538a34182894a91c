"""Figures that the models miscopy: what they read instead, and how the translation's language writes them.

A figure is read as a simpler one of its kind, which the models copy reliably: “It costs £5.” as “It costs 38 euros.”,
“He ran 42.2 kilometres.” as “He ran 27 kilometres.” So the words around it are translated as they would be anyway.
"""

import re
from string import digits

# Both shipped models copied each of these every time, alone and two or three to a sentence.
NAMES = ("Taro", "Ken", "Rico", "Nina", "Timo", "Kumi", "Leo", "Yumi")
# For each kind, what the models read instead, and a pattern for it in a translation; no two share a number.
# Those of one kind ascend: JavaScript sorts keys that are numbers.
STAND_INS = {
    "name": {name: rf"\b{name}(?=s?\b)" for name in NAMES},
    "number": {number: rf"\b{number}\b" for number in ("27", "29", "36", "39", "43", "48", "62", "64")},
    "money": {f"{number} euros": rf"\b{number}(?:\s?€|\s?euros?\b|\b)" for number in ("38", "46", "61")},
    "percent": {f"{number}%": rf"\b{number}(?:\s?%|\b)" for number in ("26", "47", "63")},
    "degrees": {f"{number} degrees": rf"\b{number}(?:\s(?:degrés?|grad)\b|\b)" for number in ("24", "33")},
    "year": {year: rf"\b{year}\b" for year in ("1918", "1952", "1963", "1987")},
    "date": {
        "17 May": r"\b17\.? mai\b",
        "12 July": r"\b12\.? (?:juillet|juli)\b",
        "20 March": r"\b20\.? (?:mars|märz)\b",
    },
    "ordinal": {
        "third": r"\b(?:troisième|dritte[mnrs]?)\b",
        "second": r"\b(?:deuxième|seconde?|zweite[mnrs]?)\b",
    },
    "clock": {
        "7:30": r"\b7(?:\s?h\s?|[.:])30\b(?:\sUhr\b)?",
        "9:20": r"\b9(?:\s?h\s?|[.:])20\b(?:\sUhr\b)?",
    },
}
LIKE = {
    "version": "number",
    "own": "name",
    "sum": "name",
    "value": "name",
    "bill": "name",
    "numbered": "name",
}  # kinds with the stand-ins of another
WRITTEN = {name: pattern for kind in STAND_INS.values() for name, pattern in kind.items()}
REWRITTEN = ("number", "sum", "money", "percent", "degrees", "ordinal", "value", "clock", "bill", "numbered")
# Carried in English text alone: elsewhere a point, a comma or an apostrophe may mean something else.
ENGLISH_ONLY = ("number", "percent", "year", "ordinal", "version", "own", "value", "clock", "numbered")
WRITING = {  # what stands for the comma and the point in 1,234.5, and for the letters in 44th
    "fr": ("\u202f", ",", "e"),
    "de": (".", ",", "."),
}
_BILL = r"([$£€])(\d+)[ -](?:bill|note)"
REPLACED = {  # what a language puts in the place of English words in a figure
    "fr": ((rf"{_BILL}(s?)\b", r"billet\3 de \2\1"), (r"^[Nn]o\.\s?(?=\d)", "n° ")),
    "de": ((rf"{_BILL}s\b", r"\2-\1-Scheine"), (rf"{_BILL}\b", r"\2-\1-Schein"), (r"^[Nn]o\.\s?(?=\d)", "Nr. ")),
}
CLOCK = re.compile(r"\b(\d\d?)(?:[:.](\d\d))?\s?([ap])\.?m\b\.?", re.IGNORECASE)
HOURS = {
    "fr": (" h", " h ", ""),
    "de": (" Uhr", ":", " Uhr"),
}  # after the hour alone; between it and minutes; after both
_CURRENCIES = "£€¥₹₩₽₺₴₪฿"
_NUMBER = r"\d(?:[\d.,]*\d)?"
SIGN_FIRST = re.compile(rf"([${_CURRENCIES}])\s?({_NUMBER}(?:\s?-\s?{_NUMBER})?)")
SIGN_LAST = re.compile(rf"(?<=\d)\s?(?=[%°${_CURRENCIES}])")
ENGLISH_NUMBER = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![.,]?\d)")
LETTERS = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")

_MONTHS = "January February March April May June July August September October November December"
_LATER = "of and or to at in on is was he she it we they I"  # words after an ordinal that is a date
_BEFORE_YEARS = "In in ince of by til rom fter fore year"  # ends of words
_NUMBERED = "ersion hapter ection elease ython indows iOS ndroid"  # ends of words before a number with a point
_BEFORE_VALUES = ("is", "was", "are", "were")  # Pi is 3.14, which is not its age
_NO_NAMES = "He She It We You They The A An My This That There And But So Then What Is Do"


_BEGIN, _END = r"(?<![\w.,:])", r"(?![\w:]|[.,]\d)"
_YEAR = r"(?:1[5-9]|20)\d\d(?!\w|[.,]\d)"
_TWICE = f"(?:{'|'.join(2 * digit for digit in digits)})"  # one of the two gets lost: 100, 1776
FIGURE_HINTS = (  # plain characters around something of these kinds
    rf"(?=[\d(%$&])(?:\d[-.,/]\d|\d\s?[-%x+*=]|\d[,;]?\s\d|\d(?:st|nd|rd|th)|\d\s?[AaPp]\.?[Mm]\b|\(\d|\d{_TWICE}|{_TWICE}\d"
    rf"|(?!{_YEAR})\d{{4}}|[%$&]\S)|-\d|'[A-Z]|[A-Z]\.\s|^[Nn]o\.\s?\d"
)


def figures() -> str:
    """A pattern for everything of these kinds, with a group for each that is not read as a name."""
    number, minus, several = rf"{_BEGIN}{_NUMBER}", r"(?:(?<![^\s(])-)?", rf"(?:\s?-\s?{_NUMBER})"
    doubled = rf"(?=\d{{3}})(?=\d*{_TWICE})"
    no_month = "".join(f"(?<!{month} )" for month in _MONTHS.split())
    either = "|".join
    after_years, after_numbered = (
        either(f"(?<={end} )" for end in ends.split()) for ends in (_BEFORE_YEARS, _NUMBERED)
    )
    before_values = either(f"(?<= {verb} )" for verb in _BEFORE_VALUES)
    begin_with_figure = (
        r"(?P<bill>[$£€](?:[125]00?|[125]0?)[ -](?:bill|note)s?\b)",
        # 7:30 p.m., and 12 a.m.; the point that ends a text stays with it.
        rf"(?P<clock>{_BEGIN}(?:(?:1[012]|0?[1-9])(?:[:.]\d\d)?\s?[Pp]|12(?:[:.]\d\d)?\s?[Aa])\.?[Mm]\b"
        r"(?:\.(?=\s*\S))?)",
        rf"(?P<value>(?:{before_values})\d+\.\d+(?=[.!?]*$|,?\s(?:and|but|or)\b))",
        rf"(?P<date>{_BEGIN}(?<![/-])(?:\d{{4}}-\d\d-\d\d|\d\d?-\d\d?-\d{{4}}|\d\d?/\d\d?/\d\d(?:\d\d)?"
        rf"|\d\d?\.\d\d?\.\d{{4}}){_END}(?![/-]))",
        rf"{_BEGIN}(?<![+-])(?:\(\d{{2,5}}\)[ -]?\d[\d -]*\d"  # a telephone number
        rf"|\d{{1,5}}(?:[ -]\d{{2,5}}){{2,}}|\d{{3}}-\d{{4}}){_END}",
        rf"(?P<money>[{_CURRENCIES}]\s?{_NUMBER}{several}?(?!\w|\s[a-z]+illion|\s?thousand)"
        rf"|{number}\s?[{_CURRENCIES}](?!\w))",
        rf"(?P<percent>{minus}{number}{several}?\s?%(?!\w))",
        rf"(?P<degrees>{minus}{number}\s?°\s?[CF](?!\w))",
        rf"(?P<ordinal>{_BEGIN}(?=\d+[a-z]){no_month}\d+(?:st|nd|rd|th)(?=\s[a-z])(?!\s(?:{either(_LATER.split())})\b))",
        rf"(?P<version>{_BEGIN}(?:(?:{after_numbered})\d+(?:\.\d+)+|v?\d+(?:\.\d+){{2,}}|v\d+(?:\.\d+)+){_END})",
        rf"(?P<year>{doubled}(?:{after_years}){_YEAR}(?!\s?-\s?\d))",
        rf"(?P<number>{_BEGIN}(?:\d+(?:[,;]?\s\d+){{2,}}|\d{{1,3}}\s\d{{3,4}}){_END}"  # 1, 2, 3; 10 000
        rf"|{minus}{number}{several}+{_END}"  # 10-12
        rf"|{minus}(?=\d*[.,]\d|(?!{_YEAR})\d{{4}}|{doubled}){number}(?![\d:]|s\b)"  # 3.14, 1,000, 1436, but not 1987
        rf"|(?<![\w%])%(?:\d\$)?[.\d]*[dif](?!\w))",  # %d
    )
    begin_with_capital = (
        r"[A-Za-z]+'[A-Z][a-z]+|[A-Z]\w*(?:&[A-Z]\w*)+|[A-Z][A-Za-z]*-\d+\b"  # O'Brien, R&D, B-52
        rf"|[A-Z][a-z]+\s(?:[A-Z]\.\s)+(?!(?:{either(_NO_NAMES.split())})\b)[A-Z][a-z]+"  # John F. Kennedy
    )
    # What each begins with comes first, to be quick about everything else.
    return (
        rf"(?=[-\d(%v${_CURRENCIES}])(?:{either(begin_with_figure)})|(?P<own>(?=[A-Z])\b(?:{begin_with_capital}))"
        r"|(?P<numbered>^[Nn]o\.\s?\d+(?=\W*$))"
        r"|(?=[%$&])(?:(?<![\w%])%(?:\(\w+\))?(?:\d\$)?[s@](?!\w)|\$\{\w+\}|&#?\w+;)"  # %s, ${name}, &amp;
    )


def localize_figure(language: str, figure: str) -> str:
    """A figure of an English text in the way of another language: 1,234.5 is 1 234,5 in French."""
    comma, point, letters = WRITING[language]
    marks = str.maketrans({",": comma, ".": point})
    for pattern, replacement in REPLACED[language]:
        figure = re.sub(pattern, replacement, figure)
    figure = CLOCK.sub(lambda found: _of_the_day(language, found), figure)
    sign_last = SIGN_LAST.sub("\u202f", SIGN_FIRST.sub(r"\2\1", figure))
    return LETTERS.sub(letters, ENGLISH_NUMBER.sub(lambda found: found[0].translate(marks), sign_last))


def _of_the_day(language: str, found: re.Match[str]) -> str:
    """An English time on the clock of 24 hours."""
    hour, minutes, half = found.groups()
    alone, between, after = HOURS[language]
    hours = str(int(hour) % 12 + 12 * (half in "pP"))
    return f"{hours}{between}{minutes}{after}" if minutes else hours + alone
