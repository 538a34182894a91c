"""What the browser needs for reading a text, as data: the library's own patterns and words, in `reading.json`.

After changing them in `transformer/text/`, write the file again:

    python -m viewer.engine.reading
"""

import json
import re
import sys
import unicodedata
from pathlib import Path
from typing import Any

from transformer.text import capitals, carried, cleaning, english, figures, line_breaks, words, written_out
from transformer.text.reader import MAX_CHARACTERS, MAX_SOURCE_TOKENS

FILE = Path(__file__).with_name("reading.json")
STRANGE = "\ue000"  # in the patterns, for what a model's vocabulary cannot spell
# What is in Python's classes. JavaScript's `u` flag, unlike `v`, allows no set in a set, but older browsers have it.
_CLASSES = {"w": r"\p{L}\p{N}_", "d": r"\p{Nd}", "s": r"\t-\r\x1c-\x20\x85\xa0\p{Z}"}
_WORD = f"[{_CLASSES['w']}]"
_BOUNDARY = f"(?:(?<={_WORD})(?!{_WORD})|(?<!{_WORD})(?={_WORD}))"
_BREAKS = re.compile(r"\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")  # where `splitlines` splits
_PARTS = re.compile(r"\\(?P<escaped>.)|(?P<group>\(\?P<)|(?P<words>\[\^\\W)|(?P<open>\[\^?)|(?P<close>\])|.", re.DOTALL)
_PATTERNS = {
    "spaces": re.compile(r"\s+"),
    "breaks": _BREAKS,
    "divided": line_breaks._DIVIDED,
    "goes_on": line_breaks._GOES_ON,
    "loose": cleaning._LOOSE,
    "joining": cleaning._JOINING,
    "capital_word": capitals._WORD,
    "new": capitals._NEW,
    "english_i": capitals._ENGLISH_I,
    "word": words._WORD,
    "hint": re.compile(f"{STRANGE}|{carried._HINTS}"),
    "unit": carried._unit(STRANGE),
    "line": carried._LINE,
    "code": carried._CODE,
    "face": carried._FACE,
    "ends": carried._ENDS,
    "last_signs": carried._LAST_SIGNS,
    "sign_first": figures.SIGN_FIRST,
    "sign_last": figures.SIGN_LAST,
    "english_number": figures.ENGLISH_NUMBER,
    "letters": figures.LETTERS,
    "short": written_out.SHORT,
    "amount": written_out.AMOUNT,
    "clock": figures.CLOCK,
    "lacks_article": capitals.LACKS_ARTICLE,
}
_SYNTAX = "^$\\.*+?()[]{}|/"
_SET_SYNTAX = _SYNTAX + "-"


def reading() -> dict[str, Any]:
    """Limits, tables, words and patterns; `STRANGE` occurs in some patterns."""
    return {
        "limits": {"characters": MAX_CHARACTERS, "tokens": MAX_SOURCE_TOKENS},
        "plain": _table(cleaning._PLAIN),
        "plainer": _table(cleaning._PLAINER),
        "raised": "".join(filter(_is_raised, map(chr, range(sys.maxunicode + 1)))),
        "words": " ".join(sorted(english.english_words())),
        "shared": " ".join(sorted(line_breaks._SHARED)),
        "abbreviations": capitals._ABBREVIATIONS,
        "also_words": " ".join(sorted(capitals._ALSO_WORDS)),
        "small_in_headlines": " ".join(sorted(capitals._SMALL_IN_HEADLINES)),
        "english_names": english._NAMES,
        "articles": " ".join(sorted(capitals._ARTICLES)),
        "needy": carried._NEEDY,
        "stand_ins": {
            kind: {name: in_javascript(re.compile(pattern, re.IGNORECASE)) for name, pattern in names.items()}
            for kind, names in figures.STAND_INS.items()
        },
        "like": figures.LIKE,
        "rewritten": figures.REWRITTEN,
        "english_only": figures.ENGLISH_ONLY,
        "writing": figures.WRITING,
        "written_out": written_out.WORDS,
        "amount_words": written_out.AMOUNT_WORDS,
        "hours": figures.HOURS,
        "replaced": {
            language: [
                [in_javascript(re.compile(pattern)), re.sub(r"\\(\d)", r"$\1", replacement)]
                for pattern, replacement in pairs
            ]
            for language, pairs in figures.REPLACED.items()
        },
        "signs": carried._SIGNS,
        "patterns": {name: in_javascript(pattern) for name, pattern in _PATTERNS.items()},
    }


def file_text() -> str:
    """The content of the file."""
    return json.dumps(reading(), ensure_ascii=False, indent=1) + "\n"


def in_javascript(pattern: re.Pattern[str]) -> dict[str, str]:
    """A Python pattern for JavaScript's `new RegExp(source, flags)`, which matches the same."""
    text, found, in_set, end = pattern.pattern, "", False, "]"
    for part in _PARTS.finditer(text):
        escaped, ranges = part["escaped"], _is_range(text, part) if in_set else False
        if escaped in _CLASSES and in_set:
            found += _CLASSES[escaped]
        elif escaped and escaped.lower() in _CLASSES:
            found += f"[{'^' * escaped.isupper()}{_CLASSES[escaped.lower()]}]"
        elif escaped == "b":
            found += _BOUNDARY
        elif escaped and not escaped.isalnum():  # a literal character
            found += _literal(escaped, in_set)
        elif part["group"]:
            found += "(?<"
        elif part["words"]:  # all of a word but what follows
            in_set, end, found = True, f"]){_WORD})", found + "(?:(?!["
        elif part["open"] and not in_set:
            in_set, end, found = True, "]", found + part[0]
        elif part["close"] and in_set:
            in_set, found = False, found + end
        elif in_set and not escaped and not ranges:
            found += "".join(_literal(sign, in_set) for sign in part[0])
        else:
            found += part[0]
    return {"source": found, "flags": "giu" if pattern.flags & re.IGNORECASE else "gu"}


def _is_range(text: str, part: re.Match[str]) -> bool:
    """Whether what was found in a set is the hyphen of a range, not a character of the set."""
    before, after = text[: part.start()], text[part.end() : part.end() + 1]
    return part[0] == "-" and after != "]" and not re.search(r"(?:\[\^?|\\[Wwds])$", before)


def _literal(sign: str, in_set: bool) -> str:
    return f"\\{sign}" if sign in (_SET_SYNTAX if in_set else _SYNTAX) else sign


def _table(translation: dict[int, str]) -> dict[str, str]:
    return {chr(code): plain for code, plain in translation.items()}


def _is_raised(character: str) -> bool:
    """Whether it is a superscript or subscript with a plain compatible form."""
    kind = unicodedata.decomposition(character).partition(" ")[0]
    plain = unicodedata.normalize("NFKC", character)
    return kind in cleaning._KEEPS_ITS_PLACE and all(each.isascii() or cleaning.is_latin(each) for each in plain)


if __name__ == "__main__":
    FILE.write_text(file_text(), encoding="utf-8")
