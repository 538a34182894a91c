"""Text that no shipped vocabulary can spell: it bypasses the model, taken out and put back into the translation.

An emoji, a pound sign, an address or a word of another script becomes a name that the models copy reliably (they read
"I love 🍕." as "I love Taro."), and replaces that name in what they write. At the beginning of a text or after a
sentence, it is taken out and put back without a name. Figures bypass it too (`transformer.text.figures`).
"""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from transformer.text.cleaning import is_latin
from transformer.text.english import is_english
from transformer.text.figures import (
    ENGLISH_ONLY,
    FIGURE_HINTS,
    LIKE,
    NAMES,
    REWRITTEN,
    STAND_INS,
    WRITING,
    WRITTEN,
    figures,
    localize_figure,
)
from transformer.text.sentences import ITEM_NUMBER

_SIGNS = ".,!?;:'\"()-$%&/ "  # that every model has learned
_HERE = "\ue000"  # replaces a name until the text is spelled; a cleaned text has no private-use characters
_ITEM = rf"(?:{ITEM_NUMBER}|-)"
_LINE = re.compile(rf"{_ITEM}$")
_DOMAINS = "(?:com|org|net|edu|gov|io|fr|de|uk|eu)"
# Of plain characters only.
_HINTS = rf"^{_ITEM}\s|www\.|\.{_DOMAINS}\b|[:;]['-]?[()DPpOo/3]|\w\(|{FIGURE_HINTS}"
_CODE = re.compile(r"^[\w.]+\(.*\)$|\);$|\{$|[=!]=|&&|=>|\w\([\w, ]*\):|^\w+ = ")  # carried as a whole
_FACE = re.compile(r"[:;=]")
_ENDS = re.compile(r"[.!?][.!?'\")\s]*$")
_LAST_SIGNS = re.compile(r"\s?[.!?]*$")
# Words that need something after them: what follows one is part of the sentence, not an emoji at its end.
_NEEDY = (
    "a an the my your his her its our their some many two three of to with without "
    "for from at in on by about and or is are was were be like likes love loves hate hates want wants need needs have "
    "has had eat eats ate drink drinks buy bought see saw use make made get got say says said called send sent"
)


@dataclass(frozen=True)
class Carried:
    """The text that bypasses the model.

    Attributes:
        names: the name that the model reads instead of each unit within the text, and the unit.
        before, after: the text before and after the translation, with its spaces.
        left_out: characters that were taken out and are not put back.
        whole: whether the text is a single unit, which is its own translation, whatever the model writes.
    """

    names: tuple[tuple[str, str], ...] = ()
    before: str = ""
    after: str = ""
    left_out: tuple[str, ...] = ()
    whole: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        """Everything carried, as it was typed."""
        found = (self.before.strip(), *(unit for _, unit in self.names), self.after.strip())
        return tuple(filter(None, found))

    def as_json(self) -> dict[str, Any]:
        """Every unit with the name that replaced it, and what was left out, as plain data."""
        return {"units": self.units, "read_as": dict(self.names), "left_out": self.left_out}

    def insert_names(self, rest: str) -> str:
        """The rest of the text with names in the places that `Carrier.take_out` has marked."""
        for name, _ in self.names:
            rest = rest.replace(_HERE, name, 1)
        return rest

    def within(self, text: str) -> "Carried":
        """The same for a truncated text: only the names that are still in it."""
        return replace(self, names=tuple(each for each in self.names if each[0] in text), after="")

    def put_back(self, generated: str) -> str:
        """A translation with all units put back; if the model did not copy a unit's name, the unit goes to the end."""
        if self.whole:
            return self.names[0][1]
        for name, unit in self.names:
            literal = unit.replace("\\", r"\\")
            generated, count = re.subn(WRITTEN[name], literal, generated, flags=re.IGNORECASE)
            if not count:  # merged with another word, as happens in German, or not copied at all
                generated, count = re.subn(rf"\b{name}(?=[^\W\d])", f"{literal} ", generated)
            if not count:
                end = _LAST_SIGNS.search(generated)
                assert end is not None, "the pattern fits every text"
                generated = f"{generated[: end.start()]} {unit}{end[0]}".strip()
        return self.before + generated + self.after


NOTHING_CARRIED = Carried()


class Carrier:
    """Finds the text that has to bypass the model.

    Args:
        vocabulary: the tokens of the model; it can spell the letters among them.
        source, target: the languages. Figures bypass the model if it reads English, and `WRITING` has its target.
    """

    def __init__(self, vocabulary: Collection[str], source: str = "en", target: str = "") -> None:
        letters = {token for token in vocabulary if len(token) == 1 and is_latin(token)}
        spelled = letters | set("0123456789 ") | {sign for sign in _SIGNS if sign in vocabulary}
        strange = f"[^{re.escape(''.join(sorted(spelled)))}]"
        self._hint, self._unit = re.compile(f"{strange}|{_HINTS}"), _unit(strange)
        self._target = target if source == "en" and target in WRITING else ""

    def take_out(self, text: str) -> tuple[str, Carried]:
        """The rest of a text for the model, with places marked for `Carried.insert_names`, and the carried units.

        Args:
            text: cleaned, in its plain spelling.
        """
        if not self._hint.search(text):  # most texts
            return text, NOTHING_CARRIED
        plain, units, left_out = self._cut(text)
        code = _CODE.search(text)
        if code or (units and not any(map(_has_word, plain))):
            figure = not code and all(kind in REWRITTEN for kind, _ in units)
            return _HERE, Carried(((NAMES[0], self._rewrite_unit("number" if figure else "name", text)),), whole=True)
        if not units:
            return plain[0], Carried(left_out=left_out)
        before, after = "", ""
        if _leads(plain[0], units[0][1], plain[1]):
            rest = plain[1].lstrip()
            before = plain[0] + self._rewrite_unit(*units.pop(0)) + plain[1][: len(plain[1]) - len(rest)]
            plain[:2] = [rest]
        if units and _follows("".join(plain[:-1]), units[-1][1], plain[-1]):
            after = f" {self._rewrite_unit(*units.pop())}"
            plain[-2:] = [plain[-2].rstrip() + plain[-1].strip()]
        names: dict[str, str] = {}
        rest = plain[0]
        for (kind, unit), following in zip(units, plain[1:], strict=True):
            written = self._rewrite_unit(kind, unit)
            like = LIKE.get(kind, kind) if self._target else "name"
            unused = (name for name in STAND_INS[like] if name not in names)
            name = next((name for name in unused if name.lower() not in text.lower()), None)
            if name:
                names[name] = written
                rest += _apart(rest, _HERE, following)
            else:
                after += f" {written}"
                rest += following
        return " ".join(rest.split()), Carried(tuple(names.items()), before, after, left_out)

    def _rewrite_unit(self, kind: str, unit: str) -> str:
        return localize_figure(self._target, unit) if self._target and kind in REWRITTEN else unit

    def _cut(self, text: str) -> tuple[list[str], list[tuple[str, str]], tuple[str, ...]]:
        """The text around the units, with one stretch more than units; their kinds and they; what is left out."""
        plain, end = [""], 0
        units: list[tuple[str, str]] = []
        left_out: list[str] = []
        for found in self._unit.finditer(text):
            plain[-1] += text[end : found.start()]
            end = found.end()
            kind, unit = found.lastgroup or "name", found[0].rstrip()
            if kind == "out":
                left_out.append(found[0])
            elif not self._target and kind in ENGLISH_ONLY:
                plain[-1] += found[0]
            elif (english := _without_accents(found[0])) is not None:
                plain[-1] += english
            elif units and not _LINE.match(units[-1][1]) and not plain[-1].strip(" ,;"):  # adjacent ones are one
                units[-1] = (kind if units[-1][0] == kind else "name", units[-1][1] + plain[-1] + unit)
                plain[-1] = ""
            else:
                units.append((kind, unit))
                plain.append("")
        plain[-1] += text[end:]
        return plain, units, tuple(left_out)


def _unit(strange: str) -> re.Pattern[str]:
    """A pattern for the units that are carried as one.

    Args:
        strange: a pattern for the characters that the vocabulary lacks.
    """
    sign, letter, number = rf"(?!\w){strange}", rf"(?={strange})\w", r"(?<![\d.,])\d(?:[\d.,]*\d)?"
    word, sums, marks = r"(?<![\w'-])[\w'-]", r"[+*=^<>×÷±≤≥≈≠]", r"[*_~|^\\<>{}\[\]]"
    return re.compile(
        rf"^{_ITEM}(?=\s+\S)"
        rf"|(?:https?://|www\.)\S*[\w/]"
        rf"|(?<![\w.+-])[\w.+-]+@\w[\w-]*(?:\.\w[\w-]*)+"
        rf"|\b\w[\w-]*(?:\.[\w-]+)*\.{_DOMAINS}\b(?:/\S*[\w/])?"
        rf"|(?<!\w)[@#]\w+(?:[.-]\w+)*"
        rf"|(?P<sum>{number}(?:\s?[-/]\s?{number})*(?:\s?(?:{sums}|x(?=\s?\d))\s?{number})+)"  # 2 + 2 = 4
        rf"|{number}\s?[A-Za-z]{{1,2}}[²³]|{figures()}"
        rf"|(?:\d+\s)?\d+(?:/\d+)+"  # 1 1/2, 12/5/2024
        rf"|(?<![^\s'\"(])[^\s'\"(]*[\w:./](?:{marks}|[=@#])+\w(?:\S*[^\s.,!?;:'\")])?"  # a_b, C:\dir, <b>bold</b>
        rf"|\{{+[^{{}}]*\}}+|<[^<>\s]+>"  # {{name}}
        rf"|(?<!\S)[:;=]['-]?[()DPpOo/|3]+(?!\w)"  # :-)
        rf"|(?P<out>(?<!\w){marks}+(?=[^\W\d_])|(?<=[\w.,!?]){marks}+(?!\w)|(?<=[A-Za-z])[\u0300-\u036f]+)"  # *very*
        rf"|{word}+(?:[™®©℠]|\+\+|#)(?!\w)"
        rf"|(?:{word}*)?{letter}(?:[\w'-]|{sign})*"  # a word with a letter that the vocabulary lacks
        rf"|[£€¥₹₩₽₺₴₪฿]\s?{number}(?:[A-Za-z]{{1,2}}\b)?"
        rf"|{number}\s?(?:{sign})+(?:[A-Za-z]{{1,2}})?(?!\w)"  # 5 £, 20 °C
        rf"|\+\d[\d ()-]*\d"  # of a telephone number
        rf"|(?:{sign})+(?:{number}(?:\s?(?:km|kg|cm|mm|ml|mph|%)(?!\w))?)?"
    )


def _leads(before: str, unit: str, after: str) -> bool:
    """Whether a unit comes before the sentence rather than in it."""
    if _has_word(before) or not _has_word(after):
        return False
    if _LINE.match(unit):
        return True
    word = re.match(r"\W*(\w*)", after)
    following = word[1] if word else ""
    return following[:1].isupper() if _is_word(unit) else following.lower() not in _NEEDY.split()


def _follows(before: str, unit: str, after: str) -> bool:
    """Whether a unit comes after the sentence rather than in it."""
    if _has_word(after) or not _has_word(before):
        return False
    if _ENDS.search(before):
        return True
    return not _is_word(unit) and re.findall(r"\w+", before)[-1].lower() not in _NEEDY.split()


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _is_word(unit: str) -> bool:
    return _has_word(unit) and not _FACE.match(unit)  # :D is none


def _without_accents(word: str) -> str | None:
    """An English word without its accents: naïve is naive. None if there is no such word."""
    if not word.isalpha():
        return None
    plain = "".join(each for each in unicodedata.normalize("NFD", word) if not unicodedata.combining(each))
    return plain if plain.isascii() and all(is_english(plain)) else None


def _apart(before: str, unit: str, after: str) -> str:
    """A unit and what is after it, with a space where a letter would touch it."""
    return " " * before[-1:].isalnum() + unit + " " * after[:1].isalnum() + after
