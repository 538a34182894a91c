"""The sentences that a visitor has typed."""

MOST = 12  # how many sentences are kept
READ = 2.0  # seconds that a text must stay to count as a finished sentence


class Typed:
    """Sentences in the order of typing, each once.

    The pages follow every letter: a text soon followed by another was not the finished sentence.
    """

    def __init__(self) -> None:
        self._kept: list[str] = []
        self._since = 0.0

    @property
    def sentences(self) -> list[str]:
        """Latest first."""
        return self._kept[::-1]

    def add(self, text: str, now: float) -> None:
        """Record the field's text.

        Args:
            text: the field's. now: in seconds, on a monotonic clock.
        """
        text = " ".join(text.split())
        if not text or (self._kept and self._kept[-1] == text):
            return
        if self._kept and now - self._since < READ:
            self._kept.pop()
        self._kept = [*(each for each in self._kept if each != text), text][-MOST:]
        self._since = now

    def restore(self, latest_first: object) -> None:
        """Add what a browser remembers, as earlier, ignoring anything that is not text."""
        if isinstance(latest_first, list):
            texts = [each for each in latest_first if isinstance(each, str) and each.strip()]
            earlier = [each for each in reversed(texts) if each not in self._kept]
            self._kept = [*earlier, *self._kept][-MOST:]
