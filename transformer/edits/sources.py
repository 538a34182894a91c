"""Edits of what the decoder reads from: the memory of another sentence."""

from urllib.parse import quote, unquote

from transformer.edits.change import Change, EditableModel
from transformer.edits.edit import Edit
from transformer.errors import EditError
from transformer.text.source import Source


def memory(text: str) -> Edit:
    """The memory of another sentence: the encoder reads `text`, and the decoder looks at that.

    Raises:
        EditError: if the other sentence is empty.
    """
    if not text.strip():
        raise EditError("Whose memory? The other sentence is empty.")

    def other(translator: EditableModel, source: Source) -> Source:
        found = translator.read(text)
        if found.empty:
            raise EditError("Whose memory? The other sentence is empty.")
        return found

    return Edit.of(
        Change(
            "memory",
            (escaped(text),),
            "The decoder knows nothing of a source but the memory: left to itself it says the other sentence's "
            "translation, word for word.",
            lambda translator: {},
            other,
        )
    )


def escaped(text: str) -> str:
    """A text as an argument of a written edit, in which commas and colons divide."""
    return quote(text.strip(), safe="")


def unescaped(written: str) -> str:
    """A text that was `escaped`, or typed as it is."""
    return unquote(written)
