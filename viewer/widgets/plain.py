"""Text that is shown as it is, where Streamlit reads Markdown: labels, options, captions, paragraphs, messages."""

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:$&^=])")
# Streamlit finds icons, addresses and arrows in the text that Markdown has read, where no backslash is left.
_INSIDE = re.compile(r"(?<=:)(?=[\w/+-])|(?<=www)(?=\.)|(?<=@)(?=\w)|(?<=[-<>~])(?=[-<>=])", re.IGNORECASE)
_NOTHING = ":small[]"  # shows nothing, and keeps what is before it apart from what follows


def plain(text: str) -> str:
    """Text as Markdown that shows it as it is."""
    parts = _INSIDE.split(re.sub(r"[ \t\r\n\f\v]+", " ", text))
    return _NOTHING.join(_SIGNS.sub(r"\\\1", part) for part in parts)
