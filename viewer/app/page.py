"""A page as a record: what a visitor meets there, from top to bottom. The folder `pages/` has one for each address.

The app (`viewer/app/runner.py`) and the site (`viewer/site/`) draw the same records.
"""

import runpy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, TypeVar

import pandas as pd
import plotly.graph_objects as go

from transformer import Translator
from transformer.assets import HOME
from transformer.errors import GlassformerError
from viewer.app import resources
from viewer.app.state import DEFAULT_SENTENCE
from viewer.transport.constants import Made
from viewer.transport.payload import Payload


class UnansweredError(GlassformerError):
    """Something must be typed or chosen first; the message says what."""


T = TypeVar("T")
DEPTHS = LOOK, UNDERSTAND, PROVE = "look", "understand", "prove"  # see viewer/widgets/depth.js


@dataclass(frozen=True)
class Visit:
    """What a page is asked to show.

    Attributes:
        page: the record. pages: all records, in the menu's order.
        model: its name. sentence: as typed; empty on a page about none. sentences: all that were typed with it.
        chosen: what the visitor chose in the page's own fields, by name; empty where nothing can be chosen.
        alone: whether the page has no server, as on the site.
        needs: names of the activations for the picture being built. in_browser: the hash of the weights that the
            visitor's browser has, with which it makes them by itself.
    """

    page: "Page"
    pages: tuple["Page", ...]
    model: str
    sentence: str = ""
    sentences: tuple[str, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    alone: bool = False
    needs: tuple[str, ...] = ()
    in_browser: str = ""

    @property
    def translator(self) -> Translator:
        """The model itself.

        Raises:
            GlassformerError: if it can't be loaded.
        """
        return resources.load_model(self.model)

    @property
    def titles(self) -> dict[str, str]:
        """The titles of all pages, by address."""
        return {page.address: page.title for page in self.pages}


# Markdown that we wrote, or a function whose result is shown as plain text; an empty result is left out.
Words: TypeAlias = str | Callable[[Visit], str]


def resolve_words(words: Words, visit: Visit) -> str:
    """Our own words as they are, others as they are computed."""
    return words if isinstance(words, str) else words(visit)


def _always(_: Visit) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Part:
    """One thing on a page.

    Attributes:
        depth: where it shows: at LOOK alone, or from UNDERSTAND or PROVE on; empty for everywhere.
        when: whether this visit has it.
        key: what style sheets and tests call it.
        in_app: whether it needs a server, so that the site leaves it out.
    """

    depth: str = ""
    when: Callable[[Visit], object] = _always
    key: str = ""
    in_app: bool = False


@dataclass(frozen=True)
class Picture(Part):
    """A picture drawn by a browser module.

    Attributes:
        module: its path in `viewer/pictures/`. payload: what it is sent; None where there is nothing to draw.
        answers: what to do with what the visitor chooses in it, by the name of the choice.
        html: the element that the module finds, if not the usual one.
        needs: the activations that it draws, by the library's names; `*` stands for the number of every layer.
    """

    module: str
    payload: Callable[[Visit], Made | Payload | None]
    answers: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)
    html: str | None = None
    needs: tuple[str, ...] = ()

    def made(self, visit: Visit) -> Made | Payload | None:
        """What it is sent at a visit."""
        return self.payload(replace(visit, needs=self.needs))


@dataclass(frozen=True)
class Chart(Part):
    """A Plotly chart of what was measured."""

    figure: Callable[[Visit], go.Figure]


@dataclass(frozen=True)
class Table(Part):
    """A table; `name` says what it shows, for people who can't see it, and names its file."""

    name: Words
    frame: Callable[[Visit], pd.DataFrame]


@dataclass(frozen=True)
class Text(Part):
    """A paragraph."""

    words: Words


@dataclass(frozen=True)
class Caption(Part):
    """Small print."""

    words: Words


@dataclass(frozen=True)
class Code(Part):
    """Lines of code or of a file."""

    lines: Callable[[Visit], str]
    language: str | None = None


@dataclass(frozen=True)
class Section(Part):
    """Several parts, with a heading above them if it has a title.

    Attributes:
        parts: from top to bottom. beside: whether they are next to one another. folded: whether it is closed at first.
        late: whether it is computed only once it is seen, because that takes long and few go to its depth.
    """

    title: Words
    parts: tuple[Part, ...]
    beside: bool = False
    folded: bool = False
    late: bool = False


@dataclass(frozen=True)
class InApp(Part):
    """What needs a server: fields, buttons, answers. The site leaves it out.

    Attributes:
        draw: draws it; what it returns is `chosen` for the parts after it.
        about_sentence: whether it waits for a sentence, as pictures do.
        row: how things are aligned that stand side by side: at their "bottom" or "center"; empty for one below another.
    """

    draw: Callable[[Visit], Mapping[str, Any] | None]
    in_app: bool = field(default=True, kw_only=True)
    about_sentence: bool = False
    row: Literal["", "bottom", "center"] = ""


@dataclass(frozen=True, kw_only=True, eq=False)
class Page:
    """What a visitor meets at one address.

    Attributes:
        address: the name of the record's file too. title: in the menu and at the page's head.
        heading: at its head, if not the title. short: a word for it, where there is no room for the title.
        group: of the menu; empty for pages before the groups. in_order: whether its group is read page after page.
        look: the line under the title at Look, on a page that has depths. story: the one from Understand on, or always.
        opening: the sentence that it opens with, or one for each language that the model writes.
        about_sentence: whether the visitor's sentence is above it. examples: whether a menu offers others.
        waiting: what appears once there is a sentence.
        french_only: whether its models translate only into French.
        parts: from top to bottom.
    """

    address: str
    title: str
    heading: str = ""
    short: str = ""
    group: str = ""
    in_order: bool = False
    look: str = ""
    story: str = ""
    opening: str | Mapping[str, str] = DEFAULT_SENTENCE
    about_sentence: bool = True
    examples: bool = True
    waiting: str = ""
    french_only: bool = False
    parts: tuple[Part, ...]

    @property
    def pictures(self) -> Iterator[Part]:
        """All parts that the site can draw, without their sections."""
        return leaves(self.parts)


def of_card(make: Callable[[Mapping[str, Any]], T]) -> Callable[[Visit], T]:
    """What a part makes of the model's card."""
    return lambda visit: make(visit.translator.card)


def chose(name: str, value: str, usual: str = "") -> Callable[[Visit], bool]:
    """Whether the visitor chose this value; `usual` is chosen at first."""
    return lambda visit: bool(visit.chosen.get(name, usual) == value)


def unless(condition: Callable[[Visit], object]) -> Callable[[Visit], bool]:
    """Whether a condition does not hold."""
    return lambda visit: not condition(visit)


def leaves(parts: tuple[Part, ...]) -> Iterator[Part]:
    """The parts inside all sections, in order, without those that need a server."""
    for part in parts:
        if not part.in_app:
            yield from leaves(part.parts) if isinstance(part, Section) else (part,)


def way_of(page: Page, pages: Sequence[Page]) -> tuple[str, Page, Page] | None:
    """Where a page is in its group, such as “3 of 7”, and what comes before and after it; None if it isn't in order."""
    if not page.in_order:
        return None
    group = [each for each in pages if each.group == page.group]
    last = max(place for place, each in enumerate(pages) if each.in_order)
    way = [pages[0], *(each for each in pages if each.in_order), pages[(last + 1) % len(pages)]]
    place = way.index(page)
    part = f"{group.index(page) + 1} of {len(group)}" if len(group) > 1 else ""
    return part, way[place - 1], way[place + 1]


def run_app() -> None:
    """Run the app instead of a single record.

    Streamlit runs a file of `pages/` without `app.py` if a link to it is the first request of a fresh process.
    """
    runpy.run_path(str(HOME / "app.py"), run_name="__main__")
