"""The words of the field, each explained once, and links to them from the texts of the pages."""

import json
import re
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from transformer.assets import asset

WORD = "word"  # in the glossary's address
_FILE = asset("glossary.json")
_CLOSED = r"`[^`]*`|\[[^\]]*\]\([^)]*\)"  # code and links: what stands in them stays


@dataclass(frozen=True)
class Word:
    """A word of the field.

    Attributes:
        word: as it stands in a sentence.
        forms: how texts write it where they can mean nothing else; these are linked.
        meaning: in one to three sentences.
        page: where one sees it, by its address.
        source: the paper's section or who coined it.
    """

    word: str
    forms: tuple[str, ...]
    meaning: str
    page: str
    source: str

    @property
    def slug(self) -> str:
        """What stands for it in an address."""
        return re.sub(r"[^a-z0-9]+", "-", self.word.lower()).strip("-")

    @property
    def address(self) -> str:
        """Of its place in the glossary, as seen from any page."""
        return f"glossary?{WORD}={self.slug}"


@cache
def words() -> tuple[Word, ...]:
    """All words in alphabetical order."""
    read = json.loads(_FILE.read_text(encoding="utf-8"))
    made = (Word(**{**each, "forms": tuple(each["forms"])}) for each in read)
    return tuple(sorted(made, key=lambda each: each.word.lower()))


@cache
def as_facts() -> list[dict[str, Any]]:
    """All words as the browser reads them."""
    return [{**asdict(each), "slug": each.slug} for each in words()]


def linked(text: str) -> str:
    """Our own Markdown in which each word of the glossary is a link where it stands first.

    `linkWords` of `viewer/widgets/words.js` does the same to what a component writes.
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
    """The word of every form in small letters, and what finds a form, the longest first."""
    homes = {form.lower(): word for word in words() for form in word.forms}
    longest_first = "|".join(re.escape(form) for form in sorted(homes, key=len, reverse=True))
    return homes, re.compile(rf"{_CLOSED}|(?<![\w-])(?:{longest_first})(?![\w-])", re.IGNORECASE)
