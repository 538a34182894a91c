"""The pages of the site: the modules that draw each, and how the data of a sentence are computed, as in the app."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from transformer import Greedy, count_parameters
from transformer.analysis.evaluation.ablations import Ablations
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.errors import GlassformerError
from transformer.model.measurements import load_measurement
from viewer.app import resources, state
from viewer.app.pages import page_file, page_files
from viewer.before import models
from viewer.before.bottleneck import hourglass
from viewer.before.looking_back import matrices
from viewer.before.one_after_another import reading
from viewer.before.word_vectors import map as word_map
from viewer.before.word_vectors import near, senses, shipped, steps
from viewer.before.word_vectors import texts as vector_texts
from viewer.learn.glossary import words
from viewer.learn.start import tour
from viewer.learn.teach import plan
from viewer.train.model_card import look as card_look
from viewer.train.model_card import model_card
from viewer.train.model_card import texts as card_texts
from viewer.walk.chapters import CHAPTERS
from viewer.walk.frame import frame
from viewer.walk.frame.constants import Constants
from viewer.walk.frame.passage import passage_of
from viewer.watch.alignment import alignment
from viewer.watch.machine import stage as machine
from viewer.watch.search import tree
from viewer.watch.steps import branches, player
from viewer.what_if.head_ablation import payload as heads
from viewer.what_if.laboratory import laboratory
from viewer.what_if.patching import maps, pairs
from viewer.what_if.why import answer, asked, look, parts, table
from viewer.widgets import charts, tables
from viewer.widgets.language import ENGLISH, FRENCH, read_by, written_by
from viewer.widgets.payload import Payload

INSTALLED_ONLY = (
    "This page needs the installed app, which trains models, keeps them, grades answers and collects those of a class. "
    "Get Glassformer with Python, and type make run in its folder."
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
        title: above it. words: below it, of a model. is_of: whether a model has it. is_folded: whether it is closed
            at first.
        known: the facts of the first sentence's payload with which the browser's own model makes the others; none if
            they are stored.
    """

    entry: str
    make: Callable[[str, str], Made]
    depth: str = ""
    title: str = ""
    words: Callable[[str], str] = lambda _: ""
    is_of: Callable[[str], bool] = lambda _: True
    is_folded: bool = False
    known: tuple[str, ...] = ()


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
            raise GlassformerError(f"There is nothing to translate in “{sentence}”.")
        return Made(payload)

    return checked


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
            raise GlassformerError(f"There is nothing to translate in “{sentence}”.")
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


def _laboratory(model: str, sentence: str) -> Payload:
    """With the change that the app's page opens with."""
    edit, _ = laboratory.read_edit(None, resources.loaded(model).read(sentence).tokens)
    found = laboratory.worlds(model, sentence, edit.written)
    return laboratory.payload(model, found, laboratory.judgement(model, edit.written))


def _near(model: str) -> near.Near:
    both = {name: shipped.opened(kind) for kind, name in shipped.NAMES.items()}
    return near.near(both, near.EMBEDDING, resources.loaded(model), shipped.OPENING)


def _in_context(model: str) -> senses.InContext:
    found = senses.in_context(model, senses.WORD, senses.FIRST, senses.SECOND)
    if isinstance(found, str):
        raise GlassformerError(found)
    return found


def _steps_of_learning(model: str, sentence: str) -> Payload:
    made = steps.payload("skip-gram", sentence, steps.RATE)
    if made is None:
        raise GlassformerError(f"No two words of “{sentence}” have vectors.")
    return made


def _lesson(model: str, sentence: str) -> Payload:
    """The plan; a page of the site has no projector mode."""
    made = plan.payload({"translate": "Translate"} | {slug: page.title for slug, page in PAGES.items()})
    plans = {name: [{**part, "projector": ""} for part in parts] for name, parts in made.facts["plans"].items()}
    return Payload({"plans": plans, "exercises": "", "alone": True})


def _card_look(model: str, sentence: str) -> Payload:
    translator = resources.loaded(model)
    return card_look.payload(translator, count_parameters(translator.model)["total"])


def _chart(make: Callable[[str], Any]) -> Callable[[str, str], Made]:
    return _made(lambda model, _: Payload(charts.sent(make(model))))


def _table(make: Callable[[str], pd.DataFrame], name: str) -> Callable[[str, str], Made]:
    return _made(lambda model, _: Payload(tables.sent(make(model), name)))


def _costs(model: str) -> pd.DataFrame:
    rows = [
        {
            name: value if isinstance(value, str) else charts.signed(value, 3 if name.startswith("loss") else 1)
            for name, value in row.items()
            if name != "edit" and value is not None
        }
        for row in laboratory.all_measured(model)
    ]
    return pd.DataFrame(rows)


def _card(model: str) -> dict[str, Any]:
    return resources.loaded(model).card


def _listed(facts: dict[str, str]) -> pd.DataFrame:
    return pd.DataFrame({"What": list(facts), "Value": list(facts.values())})


def _model_facts(model: str) -> dict[str, str]:
    translator = resources.loaded(model)
    return model_card.facts(translator.model.config, count_parameters(translator.model)["total"])


def _calibration(model: str) -> Any:
    return resources.calibration(model)


def _glossary(model: str, sentence: str) -> Payload:
    in_app = {slug: slug.replace("_", " ").capitalize() for slug in page_files()}
    return words.payload(in_app | {slug: page.title for slug, page in PAGES.items()})


def _page(slug: str, title: str, group: str, *shown: Part, story: str = "", **options: Any) -> Page:
    """A page with the texts of the app's page; `story` in place of one that says too much."""
    if story:
        return Page(title, group, story, shown, **options)
    texts = importlib.import_module(f"viewer.{page_file(slug).parents[1].name}.{slug}.texts")
    return Page(title, group, texts.STORY, shown, getattr(texts, "LOOK", ""), **options)


WATCH, BEFORE, WHAT_IF = "Watch it decode", "Before the Transformer", "What if"
UNDERSTAND, PROVE = "data-from=understand", "data-from=prove"
PAGES = {
    "index": Page(
        "Glassformer",
        "",
        "A Transformer made of glass. Every number in the picture comes from the model as it translates.",
        (Part("watch/machine/machine.js", _made(machine.payload)),),
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
    "search": _page(
        "search",
        "Greedy and beam",
        WATCH,
        Part("watch/search/search.js", _made(_search), known=("size", "alpha", "alignedLayer")),
    ),
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
    "word_vectors": _page(
        "word_vectors",
        "Word vectors",
        BEFORE,
        Part(
            "widgets/chart.js",
            _chart(lambda _: word_map.chart("skip-gram", shipped.OPENING)),
            words=lambda _: word_map.CAPTION,
        ),
        Part(
            "widgets/table.js",
            _table(lambda model: _near(model).table(), near.TITLE),
            UNDERSTAND,
            near.TITLE,
            lambda model: f"{_near(model).caption()} {vector_texts.LANGUAGES}",
        ),
        Part(
            "widgets/table.js",
            _table(lambda _: shipped.analogies_held(), "How many analogies are right"),
            UNDERSTAND,
            "How many analogies are right",
            lambda _: vector_texts.RIGHT,
        ),
        Part("before/word_vectors/word_vectors.js", _made(_steps_of_learning), UNDERSTAND, steps.TITLE),
        Part(
            "widgets/chart.js",
            _chart(lambda model: senses.chart(_in_context(model))),
            UNDERSTAND,
            senses.TITLE,
            lambda model: f"{vector_texts.IN_CONTEXT} {_in_context(model).caption()}",
        ),
        Part(
            "widgets/table.js",
            _table(lambda model: _in_context(model).nearest(), f"Sentences that use {senses.WORD} most similarly"),
            UNDERSTAND,
            words=lambda _: senses.COMPARED,
        ),
    ),
    "laboratory": _page(
        "laboratory",
        "Laboratory",
        WHAT_IF,
        Part("what_if/laboratory/laboratory.js", _made(_laboratory)),
        Part(
            "widgets/table.js",
            _table(_costs, laboratory.COSTS),
            title=laboratory.COSTS,
            words=lambda _: laboratory.COSTS_IN,
            is_of=lambda model: bool(laboratory.all_measured(model)),
            is_folded=True,
        ),
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
        Part("what_if/why/table.js", _made(_why_table), UNDERSTAND),
        Part("what_if/why/parts.js", _made(_why_parts), PROVE),
    ),
    "patching": _page("patching", "Patching", WHAT_IF, Part("what_if/patching/patching.js", _made(_patching))),
    "model_card": _page(
        "model_card",
        "Model card",
        "The model",
        Part("train/model_card/look.js", _made(_card_look), "data-at=look"),
        Part(
            "widgets/table.js",
            _table(lambda model: _listed(_model_facts(model)), "Sizes"),
            UNDERSTAND,
        ),
        Part(
            "widgets/chart.js",
            _chart(lambda model: model_card.parameter_figure(count_parameters(resources.loaded(model).model))),
            UNDERSTAND,
            words=lambda model: model_card.idle_layers(load_measurement(model, Ablations)),
        ),
        Part(
            "widgets/table.js",
            _table(lambda model: model_card.score_table(_card(model)), model_card.SCORES),
            UNDERSTAND,
            model_card.SCORES,
            lambda model: "\n".join([card_texts.SCORES, *model_card.signatures(_card(model))]),
            lambda model: bool(_card(model).get("scores")),
        ),
        Part(
            "widgets/chart.js",
            _chart(lambda model: model_card.calibration_figure(_calibration(model))),
            PROVE,
            model_card.CONFIDENCE,
            lambda model: model_card.confidence_told(_calibration(model)),
            lambda model: _calibration(model) is not None,
        ),
        Part(
            "widgets/table.js",
            _table(lambda model: model_card.grade_table(_calibration(model)), model_card.CONFIDENCE),
            PROVE,
            is_of=lambda model: _calibration(model) is not None,
        ),
        Part(
            "widgets/table.js",
            _table(lambda model: model_card.corpus_table(_card(model)), "What it was trained on"),
            PROVE,
            model_card.TRAINING,
            is_of=lambda model: bool(_card(model).get("corpora")),
        ),
        Part(
            "widgets/table.js",
            _table(lambda model: _listed(model_card.training_facts(_card(model))), model_card.TRAINING),
            PROVE,
            words=lambda model: "\n".join([*(model_card.recipe_told(_card(model)) or ())]),
            is_of=lambda model: bool(model_card.training_facts(_card(model))),
        ),
        Part(
            "widgets/table.js",
            _table(lambda model: pd.DataFrame({"Corpus": model_card.licences(_card(model))}), model_card.LICENCES_OF),
            PROVE,
            model_card.LICENCES_OF,
            is_of=lambda model: bool(model_card.licences(_card(model))),
        ),
        is_fixed=True,
    ),
    "teach": _page(
        "teach",
        "Teach with it",
        "Teach",
        Part("learn/teach/teach.js", _made(_lesson)),
        story="For teachers of computing, languages or mathematics, upper secondary school and above: a lesson of 90 "
        "or 45 minutes. The installed app adds projector mode, a class that sends you its answers, and a worksheet.",
        is_french=True,
        is_fixed=True,
    ),
    "glossary": _page(
        "glossary", "Glossary", "Teach", Part("learn/glossary/glossary.js", _made(_glossary)), is_fixed=True
    ),
    **{
        slug: Page(title, "In the app", INSTALLED_ONLY)
        for slug, title in {
            "training": "Training",
            "learning": "Learning and cost",
            "exercises": "Exercises",
            "classroom": "Join a class",
        }.items()
    },
}


def pages_of(model: str) -> dict[str, Page]:
    """The pages for a model: those before the Transformer have only models from English to French."""
    translator = resources.loaded(model)
    is_french = (read_by(translator), written_by(translator)) == (ENGLISH, FRENCH)
    return {
        slug: replace(page, parts=tuple(part for part in page.parts if part.is_of(model)))
        for slug, page in PAGES.items()
        if is_french or not page.is_french
    }
