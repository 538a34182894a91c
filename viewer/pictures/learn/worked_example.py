"""What the exercises and the beginner's screens ask about."""

from dataclasses import dataclass

from transformer import Trace, Translation, Translator


@dataclass(frozen=True)
class WorkedExample:
    """A sentence with its translation by beam search, and the model that made it."""

    translator: Translator
    translation: Translation

    @property
    def trace(self) -> Trace:
        """Every activation; row t of an attention is the position that predicts token t."""
        return self.translation.trace
