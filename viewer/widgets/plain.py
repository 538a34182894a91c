"""Text shown literally where Streamlit reads Markdown: labels, options, captions, paragraphs, messages."""

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:$&^=])")
# Streamlit finds icons, addresses and arrows in the parsed Markdown, which has no backslashes left.
_INSIDE = re.compile(r"(?<=:)(?=[\w/+-])|(?<=www)(?=\.)|(?<=@)(?=\w)|(?<=[-<>~])(?=[-<>=])", re.IGNORECASE)
_NOTHING = ":small[]"  # shows nothing, and separates what is before it from what is after


def plain(text: str) -> str:
    """Text as Markdown that shows it literally."""
    parts = _INSIDE.split(re.sub(r"[ \t\r\n\f\v]+", " ", text))
    return _NOTHING.join(_SIGNS.sub(r"\\\1", part) for part in parts)
