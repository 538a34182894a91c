"""What a page of the site and its parts are."""

from collections.abc import Callable
from dataclasses import dataclass

from transformer.errors import GlassformerError
from viewer.walk.frame.constants import Constants
from viewer.widgets.payload import Payload


@dataclass(frozen=True)
class Made:
    """A picture's payload for one sentence, and what it needs from the model, which is the same for all sentences."""

    payload: Payload
    constants: Constants | None = None


@dataclass(frozen=True)
class Part:
    """One picture of a page.

    Attributes:
        entry: the module that draws it. make: of a model and a sentence what the module is sent; None where there is
            nothing to translate. depth: where it shows, as an attribute: `data-at=look`, `data-from=prove`; empty for
            everywhere.
        title: above it. words: below it, of a model. is_of: whether a model has it. is_folded: whether it is closed
            at first.
        known: the facts of the first sentence's payload with which the browser's own model makes the others; none if
            they are stored.
    """

    entry: str
    make: Callable[[str, str], Made | Payload | None]
    depth: str = ""
    title: str = ""
    words: Callable[[str], str] = lambda _: ""
    is_of: Callable[[str], bool] = lambda _: True
    is_folded: bool = False
    known: tuple[str, ...] = ()

    def made(self, model: str, sentence: str) -> Made:
        """What the module is sent.

        Raises:
            GlassformerError: where there is nothing to translate.
        """
        found = self.make(model, sentence)
        if found is None:
            raise GlassformerError(f"There is nothing to translate in “{sentence}”.")
        return found if isinstance(found, Made) else Made(found)


@dataclass(frozen=True)
class Page:
    """One page.

    Attributes:
        title: at its head. group: in the menu. story: below the title; look: in its place at Look, on a page that has
            depths. parts: its pictures, from top to bottom; none for a page that needs the installed app.
        is_french: whether its models translate only into French. is_fixed: whether it is the same for all sentences.
    """

    title: str
    group: str
    story: str
    parts: tuple[Part, ...] = ()
    look: str = ""
    is_french: bool = False
    is_fixed: bool = False
