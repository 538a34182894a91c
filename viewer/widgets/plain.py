"""Text shown literally where Streamlit reads Markdown: labels, options, captions, paragraphs, messages.

A browser may translate it, but not what it is about: a quoted word, a sentence.
"""

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:$&^=])")
# Streamlit finds icons, addresses and arrows in the parsed Markdown, which has no backslashes left.
_INSIDE = re.compile(r"(?<=:)(?=[\w/+-])|(?<=www)(?=\.)|(?<=@)(?=\w)|(?<=[-<>~])(?=[-<>=])", re.IGNORECASE)
_QUOTED = re.compile(r"(?<=“)([^“”]+)(?=”)")
_NOTHING = ":small[]"  # shows nothing, and separates what is before it from what is after


def plain(text: str) -> str:
    """Text as Markdown that shows it literally; what stands between “ and ” is data."""
    parts = _QUOTED.split(text)
    return "".join(as_is(part) if at % 2 else _literally(part) for at, part in enumerate(parts))


def as_is(text: str) -> str:
    """A word or sentence as Markdown that shows it literally, and that a browser doesn't translate.

    Streamlit's Markdown knows no such mark: viewer/app/marks.js finds it by this colour, which changes nothing.
    """
    return f':color[{_literally(text)}]{{background="transparent"}}' if text.strip() else _literally(text)


def _literally(text: str) -> str:
    parts = _INSIDE.split(re.sub(r"[ \t\r\n\f\v]+", " ", text))
    return _NOTHING.join(_SIGNS.sub(r"\\\1", part) for part in parts)
