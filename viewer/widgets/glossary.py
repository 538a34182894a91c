"""The words of the field, each explained once, and links to them from the pages' texts."""

import json
import re
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from transformer.assets import asset

WORD = "word"  # in the glossary's address
_FILE = asset("glossary.json")
_CLOSED = r"`[^`]*`|\[[^\]]*\]\([^)]*\)"  # code and links, which stay as they are


@dataclass(frozen=True)
class Word:
    """A word of the field.

    Attributes:
        word: as used in a sentence.
        forms: unambiguous ways to write it, which become links.
        meaning: in one to three sentences. example: one of its own, from the English-French model where it needs one.
        page: the address of the page that shows it.
        source: the paper's section, or who coined it.
    """

    word: str
    forms: tuple[str, ...]
    meaning: str
    example: str
    page: str
    source: str

    @property
    def slug(self) -> str:
        """Its form in an address."""
        return re.sub(r"[^a-z0-9]+", "-", self.word.lower()).strip("-")

    @property
    def address(self) -> str:
        """Its place in the glossary, as seen from any page."""
        return f"glossary?{WORD}={self.slug}"


@cache
def words() -> tuple[Word, ...]:
    """All words in alphabetical order."""
    read = json.loads(_FILE.read_text(encoding="utf-8"))
    made = (Word(**{**each, "forms": tuple(each["forms"])}) for each in read)
    return tuple(sorted(made, key=lambda each: each.word.lower()))


@cache
def as_facts() -> tuple[dict[str, Any], ...]:
    """All words in the browser's form, without the examples, which the glossary alone shows."""
    kept = ({name: value for name, value in asdict(each).items() if name != "example"} for each in words())
    return tuple({**each, "slug": word.slug} for each, word in zip(kept, words(), strict=True))


def link_terms(text: str) -> str:
    """Our own Markdown, in which the first occurrence of each glossary word is a link.

    `linkWords` in `viewer/widgets/words.js` does the same for the texts of components.
    """
    slugs, pattern = _forms()
    seen: set[str] = set()

    def link(found: re.Match[str]) -> str:
        word = slugs.get(found[0].lower())
        if word is None or word.slug in seen:
            return found[0]
        seen.add(word.slug)
        return f"[{found[0]}]({word.address})"

    return pattern.sub(link, text)


@cache
def _forms() -> tuple[dict[str, Word], re.Pattern[str]]:
    """The word for every form in lower case, and a pattern for the forms, longest first."""
    homes = {form.lower(): word for word in words() for form in word.forms}
    longest_first = "|".join(re.escape(form) for form in sorted(homes, key=len, reverse=True))
    return homes, re.compile(rf"{_CLOSED}|(?<![\w-])(?:{longest_first})(?![\w-])", re.IGNORECASE)
