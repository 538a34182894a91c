"""Text in the form that the model expects: one way to write an apostrophe, a space and a line."""

import re
import unicodedata

# What a keyboard or a word processor writes, and what the corpora write; `clean` handles the grave accent, the only one
# in ASCII.
_PLAIN = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "–": "-",
        "—": "-",
        "…": "...",
    }
)
# More of them, which only visitors write: corpora keep theirs, because a model may have learned to write them.
_PLAINER = str.maketrans(
    {
        **dict.fromkeys("‚‛‹›′‵ʹʽ＇", "'"),
        **dict.fromkeys("„‟″‶〝〞〟「」『』＂", '"'),
        **dict.fromkeys("‐‑‒―⁃−﹘－", "-"),
        **dict.fromkeys("⁄∕", "/"),
        "。": ". ",
        "、": ", ",
        "‽": "?!",
        "№": "no. ",
    }
)
_KEEPS_ITS_PLACE = ("<super>", "<sub>")  # x² is not x2
_INVISIBLE = {"Cc": " ", "Co": " ", "Cs": " ", "Cf": ""}
# Joiners and tags belong to the character around them: 👩‍🚀 is one character, and so is the flag of Wales.
_JOINERS, _TAGS = "\u200c\u200d", "\U000e0020-\U000e007f"
_JOINED = "\u0590-\u167f\u1681-\u1dff\u2190-\u2fff\u3001-\U000dffff"  # pictures, and scripts that join letters
_LOOSE = re.compile(rf"(?<![{_JOINED}])[{_JOINERS}]|[{_JOINERS}](?![{_JOINED}])|(?<![{_JOINED}{_TAGS}])[{_TAGS}]+")
_JOINING = re.compile(f"[{_JOINERS}{_TAGS}]")
_WORD_CHARACTERS = re.compile(r"[^\w]+")


def one_line(text: str) -> str:
    """One line of text: NFC, single spaces, no control characters.

    Control, private and surrogate characters (Unicode categories Cc, Co, Cs) become spaces, and invisible format
    characters (Cf: direction marks, soft hyphens) are removed, except for joiners within an emoji or a word of another
    script. Nothing else is removed: a `<` stays a `<`.
    """
    visible = text
    if not text.isprintable():  # without one, there is nothing of the kind, and most texts need no closer look
        visible = "".join(
            character if _JOINING.match(character) else _INVISIBLE.get(unicodedata.category(character), character)
            for character in text
        )
        visible = _LOOSE.sub("", unicodedata.normalize("NFC", visible))
    if not visible.isascii():
        # Only now: a removed character may have been between a letter and its accent.
        visible = unicodedata.normalize("NFC", visible)
    return " ".join(visible.split())


def clean(text: str) -> str:
    """`one_line` in plain characters: straight apostrophes and quotes, hyphens for dashes, three dots."""
    line = one_line(text)
    plain = line if line.isascii() else line.translate(_PLAIN)
    return plain.replace("`", "'")


def normalize_characters(text: str) -> str:
    """A cleaned text with plain characters instead of variants: ﬁ fi, １ 1, ½ 1/2, „ ", ‑ -.

    Characters without a spelling in Latin letters and ASCII stay, and so do superscripts and subscripts.
    """
    if text.isascii():
        return text
    spelled = ""
    for character in text.translate(_PLAINER):
        plain = character if character.isascii() else _compatible(character)
        between = " " if "/" in plain and plain != "/" and spelled[-1:].isdigit() else ""  # 1½ is not 11/2
        spelled += between + plain
    return " ".join(spelled.split())


def comparable(text: str) -> str:
    """The sentence without case, punctuation and spacing: two sentences that differ in nothing else become equal."""
    return _WORD_CHARACTERS.sub(" ", clean(text).lower()).strip()


def is_latin(character: str) -> bool:
    """Whether it is a letter of the Latin script, accented or not."""
    return character.isalpha() and (character.isascii() or "LATIN" in unicodedata.name(character, ""))


def _compatible(character: str) -> str:
    """The character's compatible spelling (NFKC) if that is plain, or the character itself."""
    kind = unicodedata.decomposition(character).partition(" ")[0]
    if not kind.startswith("<") or kind in _KEEPS_ITS_PLACE:
        return character
    plain = unicodedata.normalize("NFKC", character).translate(_PLAINER)
    return plain if all(each.isascii() or is_latin(each) for each in plain) else character
