"""The sentences that a visitor has typed."""

MOST = 12  # sentences that are kept
READ = 2.0  # seconds that a text must have stood to be more than a sentence on its way to the next


class Typed:
    """Sentences in the order in which they were typed, each once.

    The pages follow a visitor letter by letter: a text that is soon followed by another was not yet the sentence.
    """

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._since = 0.0

    @property
    def sentences(self) -> list[str]:
        """The latest first."""
        return self._kept[::-1]

    def add(self, text: str, now: float) -> None:
        """Tell what stands in the field.

        Args:
            text: the field's. now: in seconds, by a clock that does not go back.
        """
        text = " ".join(text.split())
        if not text or (self._kept and self._kept[-1] == text):
            return
        if self._kept and now - self._since < READ:
            self._kept.pop()
        self._kept = [*(each for each in self._kept if each != text), text][-MOST:]
        self._since = now

    def restore(self, latest_first: object) -> None:
        """Put what a browser remembers before what is known; whatever is no text is left out."""
        if isinstance(latest_first, list):
            texts = [each for each in latest_first if isinstance(each, str) and each.strip()]
            earlier = [each for each in reversed(texts) if each not in self._kept]
            self._kept = [*earlier, *self._kept][-MOST:]
