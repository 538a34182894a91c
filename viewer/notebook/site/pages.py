"""The pages of the site: the modules that draw each, and how the data of a sentence are computed, as in the app."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from transformer import Greedy
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.errors import GlassformerError
from transformer.model.measurements import load_measurement
from viewer.app import resources, state
from viewer.app.pages import page_file, page_files
from viewer.before import models
from viewer.before.bottleneck import hourglass
from viewer.before.looking_back import matrices
from viewer.before.one_after_another import reading
from viewer.learn.glossary import words
from viewer.learn.start import tour
from viewer.walk.chapters import CHAPTERS
from viewer.walk.frame import frame
from viewer.walk.frame.constants import Constants
from viewer.walk.frame.passage import passage_of
from viewer.watch.alignment import alignment
from viewer.watch.machine import stage as machine
from viewer.watch.search import tree
from viewer.watch.steps import branches, player
from viewer.watch.translate.comparison import compared
from viewer.what_if.head_ablation import payload as heads
from viewer.what_if.patching import maps, pairs
from viewer.what_if.why import answer, asked, look, parts, table
from viewer.widgets.language import ENGLISH, FRENCH, read_by, written_by
from viewer.widgets.payload import Payload

INSTALLED_ONLY = (
    "This page needs the installed app: it trains models, keeps them, or collects a class’s answers. Get Glassformer "
    "with Python, and type `make run` in its folder."
)


@dataclass(frozen=True)
class Made:
    """A picture's payload for one sentence, and what it needs from the model, which is the same for all sentences."""

    payload: Payload
    constants: Constants | None = None


@dataclass(frozen=True)
class Part:
    """One picture of a page.

    Attributes:
        entry: the module that draws it. make: of a model and a sentence what the module is sent. depth: where it
            shows, as an attribute: `data-at=look`, `data-from=prove`; empty for everywhere.
    """

    entry: str
    make: Callable[[str, str], Made]
    depth: str = ""


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


def _made(make: Callable[[str, str], Payload | None]) -> Callable[[str, str], Made]:
    """The same without constants.

    Raises:
        GlassformerError: where there is nothing to show.
    """

    def checked(model: str, sentence: str) -> Made:
        payload = make(model, sentence)
        if payload is None:
            raise GlassformerError(f"There is nothing to translate in {sentence!r}.")
        return Made(payload)

    return checked


def _front(model: str, sentence: str) -> Payload | None:
    comparison = compared(model, sentence, resources.DEFAULT_BEAM, resources.DEFAULT_ALPHA)
    return machine.payload(model, sentence, comparison.badge) if comparison else None


def _tour(model: str, sentence: str) -> Payload:
    """The tour without what a server does: no other word is hidden, and nothing is trained."""
    made = tour.payload(model, sentence)
    own = made.facts["tour"]
    stops = [
        {**each, "page": each["page"] if each["page"] in PAGES else ""}
        for each in own["stops"]
        if each["slug"] != "train"
    ]
    return Payload({**made.facts, "tour": {**own, "stops": stops, "alone": True}}, made.tensors)


def _chapter(slug: str) -> Callable[[str, str], Made]:
    def make(model: str, sentence: str) -> Made:
        passage = passage_of(model, sentence)
        if passage is None:
            raise GlassformerError(f"There is nothing to translate in {sentence!r}.")
        stage = importlib.import_module(f"viewer.walk.{slug}.stage").stage(passage)
        name = stage.constants.name if stage.constants else None
        return Made(frame.payload(slug, passage, stage, name), stage.constants)

    return make


def _steps(model: str, sentence: str) -> Payload:
    translator, strategy = resources.loaded(model), Greedy()
    made = player.payload(translator, branches.follow(model, sentence, strategy, "", ()), None)
    return Payload({**made.facts, **player.typing(translator, model, sentence, strategy, ())}, made.tensors)


def _search(model: str, sentence: str) -> Payload:
    found = tree.search(model, sentence, resources.DEFAULT_BEAM, resources.DEFAULT_ALPHA)
    return tree.payload(resources.loaded(model), found, load_measurement(model, SearchComparison))


def _patching(model: str, sentence: str) -> Payload:
    """The sentence with a pair of its own if it has one, or else a pair that the page offers."""
    other = pairs.offered(model, sentence)
    one, other = (sentence, other) if other else state.PATCHED
    what = next(iter(maps.MAPS))
    found = maps.patches(model, one, other, what)
    cell = maps.read_cell(None, found)
    return maps.payload(resources.loaded(model), found, what, cell, maps.patched(model, one, other, cell))


def _question(model: str, sentence: str) -> int:
    return asked.opening(resources.loaded(model), answer.translated(model, sentence)).step


def _why_look(model: str, sentence: str) -> Payload:
    step = _question(model, sentence)
    translation = answer.translated(model, sentence)
    return look.payload(resources.loaded(model), translation, step, look.glance(model, sentence, step))


def _why_table(model: str, sentence: str) -> Payload:
    return table.payload(answer.answered(model, sentence, _question(model, sentence), None))


def _why_parts(model: str, sentence: str) -> Payload:
    return parts.payload(resources.loaded(model), answer.answered(model, sentence, _question(model, sentence), None))


def _glossary(model: str, sentence: str) -> Payload:
    in_app = {slug: slug.replace("_", " ").capitalize() for slug in page_files()}
    return words.payload(in_app | {slug: page.title for slug, page in PAGES.items()})


def _page(slug: str, title: str, group: str, *shown: Part, **options: Any) -> Page:
    """A page with the texts of the app's page."""
    texts = importlib.import_module(f"viewer.{page_file(slug).parents[1].name}.{slug}.texts")
    return Page(title, group, texts.STORY, shown, getattr(texts, "LOOK", ""), **options)


WATCH, BEFORE, WHAT_IF = "Watch it decode", "Before the Transformer", "What if"
PAGES = {
    "index": Page(
        "Glassformer",
        "",
        "A Transformer made of glass. Every number in the picture comes from the model as it translates.",
        (Part("watch/machine/machine.js", _made(_front)),),
    ),
    "start": Page(
        "Tour",
        "",
        "What happens inside a Transformer. Guess first, then look.",
        (Part("learn/start/tour.js", _made(_tour)),),
    ),
    **{
        each.slug: Page(
            each.title,
            "Walk through",
            each.story,
            (Part(f"walk/{each.slug}/{each.slug}.js", _chapter(each.slug)),),
            each.look,
        )
        for each in CHAPTERS
    },
    "steps": _page("steps", "Token by token", WATCH, Part("watch/steps/steps.js", _made(_steps))),
    "search": _page("search", "Greedy and beam", WATCH, Part("watch/search/search.js", _made(_search))),
    "alignment": _page(
        "alignment",
        "Alignment",
        WATCH,
        Part(
            "watch/alignment/alignment.js",
            _made(lambda model, sentence: alignment.payload(model, resources.loaded(model), sentence)),
        ),
    ),
    "bottleneck": _page(
        "bottleneck",
        "The bottleneck",
        BEFORE,
        Part(
            "before/bottleneck/bottleneck.js",
            _made(lambda _, sentence: hourglass.payload(models.FIXED, sentence)),
        ),
        is_french=True,
    ),
    "looking_back": _page(
        "looking_back",
        "The first attention",
        BEFORE,
        Part(
            "before/looking_back/looking_back.js",
            _made(lambda _, sentence: matrices.payload(models.SAME_TIME, models.BAHDANAU, sentence)),
        ),
        is_french=True,
    ),
    "one_after_another": _page(
        "one_after_another",
        "Word by word",
        BEFORE,
        Part(
            "before/one_after_another/one_after_another.js",
            _made(
                lambda model, sentence: reading.payload(sentence, resources.loaded(model).model.config.encoder_layers)
            ),
        ),
        is_french=True,
    ),
    "head_ablation": _page(
        "head_ablation",
        "Remove a head",
        WHAT_IF,
        Part("what_if/head_ablation/heads.js", _made(heads.payload)),
    ),
    "why": _page(
        "why",
        "Why this word",
        WHAT_IF,
        Part("what_if/why/look.js", _made(_why_look), "data-at=look"),
        Part("what_if/why/table.js", _made(_why_table), "data-from=understand"),
        Part("what_if/why/parts.js", _made(_why_parts), "data-from=prove"),
    ),
    "patching": _page("patching", "Patching", WHAT_IF, Part("what_if/patching/patching.js", _made(_patching))),
    "glossary": _page(
        "glossary", "Glossary", "Teach", Part("learn/glossary/glossary.js", _made(_glossary)), is_fixed=True
    ),
    "training": Page("Training", "In the app", INSTALLED_ONLY),
}


def pages_of(model: str) -> dict[str, Page]:
    """The pages for a model: those before the Transformer have only models from English to French."""
    translator = resources.loaded(model)
    is_french = (read_by(translator), written_by(translator)) == (ENGLISH, FRENCH)
    return {slug: page for slug, page in PAGES.items() if is_french or not page.is_french}
