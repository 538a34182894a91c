"""A trained recurrent network, ready to translate and to be looked into."""

from typing import NoReturn

from transformer.edits import Edit, parse
from transformer.errors import EditError
from transformer.model.probe import Probe
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.text.source import Source
from transformer.translator.text_translator import TextTranslator


class RecurrentTranslator(TextTranslator):
    """A trained recurrent network with its vocabulary.

    It answers `translate`, `decode`, `trace`, `score` and `fork` as a Transformer's translator does. What changes the
    inside of a Transformer, or divides a word among its heads and layers, it has not: it says so.
    """

    model: RecurrentNetwork

    def compare(self, *_: object, **__: object) -> NoReturn:
        """Refused: see the class."""
        self._refuse("edits")

    def ablate(self, *_: object, **__: object) -> NoReturn:
        """Refused: see the class."""
        self._refuse("heads to leave out")

    def ask(self, *_: object, **__: object) -> NoReturn:
        """Refused: see the class."""
        self._refuse("attributions")

    def attribute(self, *_: object, **__: object) -> NoReturn:
        """Refused: see the class."""
        self._refuse("attributions")

    def patch(self, *_: object, **__: object) -> NoReturn:
        """Refused: see the class."""
        self._refuse("patching")

    def _edited(self, source: Source, edit: Edit | str | None, probe: Probe | None) -> tuple[Source, Probe | None]:
        """The source and the probe as they are, for there is no edit of this model."""
        if parse(edit):
            self._refuse("edits")
        return source, probe

    def _refuse(self, what: str) -> NoReturn:
        raise EditError(f"There are no {what} for {self.name!r}: it is a recurrent network, not a Transformer.")
