"""Edits of what the decoder looks at: the memory of another sentence."""

from transformer.edits.change import EditableModel, Effect
from transformer.edits.edit import named
from transformer.errors import EditError
from transformer.text.source import Source


@named(
    "The decoder knows a source only through the memory: on its own, it writes the other sentence’s translation, word "
    "for word."
)
def memory(text: str) -> Effect:
    """The memory of another sentence: the encoder reads `text`, and the decoder attends to that.

    Raises:
        EditError: if the other sentence is empty.
    """
    empty = EditError("The other sentence is empty: write the one whose memory you want to swap in.")
    if not text.strip():
        raise empty

    def other(translator: EditableModel, source: Source) -> Source:
        found = translator.read(text)
        if found.empty:
            raise empty
        return found

    return Effect(lambda _: {}, other)
