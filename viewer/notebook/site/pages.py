"""The pages of the site: the modules that draw each, and what they are sent."""

import importlib
from dataclasses import replace
from typing import Any

import pandas as pd

from transformer import count_parameters
from viewer.app import resources
from viewer.app.pages import AFTER_WALK, page_file, page_files
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
from viewer.notebook.site import makers
from viewer.notebook.site.parts import Page, Part
from viewer.train.model_card import model_card
from viewer.walk.chapters import CHAPTERS
from viewer.watch.alignment import alignment
from viewer.watch.machine import stage as machine
from viewer.what_if.head_ablation import payload as heads
from viewer.what_if.laboratory import laboratory
from viewer.widgets.language import ENGLISH, FRENCH, read_by, written_by
from viewer.widgets.payload import Payload

INSTALLED_ONLY = (
    "This page needs the installed app, which trains models, keeps them, grades answers and collects those of a class. "
    "Get Glassformer with Python, and type make run in its folder."
)


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


def _lesson(model: str, sentence: str) -> Payload:
    """The plan; a page of the site has no projector mode."""
    made = plan.payload({"translate": "Translate"} | {slug: page.title for slug, page in PAGES.items()})
    plans = {name: [{**part, "projector": ""} for part in parts] for name, parts in made.facts["plans"].items()}
    return Payload({"plans": plans, "exercises": "", "alone": True})


def _glossary(model: str, sentence: str) -> Payload:
    in_app = {slug: slug.replace("_", " ").capitalize() for slug in page_files()}
    return words.payload(in_app | {slug: page.title for slug, page in PAGES.items()})


def _page(slug: str, *shown: Part, story: str = "", **options: Any) -> Page:
    """A page with the title and the texts of the app's page; `story` in place of one that says too much."""
    title, group = next((pages[slug], group) for group, pages in AFTER_WALK.items() if slug in pages)
    if story:
        return Page(title, group, story, shown, **options)
    texts = importlib.import_module(f"viewer.{page_file(slug).parents[1].name}.{slug}.texts")
    return Page(title, group, texts.STORY, shown, getattr(texts, "LOOK", ""), **options)


UNDERSTAND, PROVE = "data-from=understand", "data-from=prove"
PAGES = {
    "index": Page(
        "Glassformer",
        "",
        "A Transformer made of glass. Every number in the picture comes from the model as it translates.",
        (Part("watch/machine/machine.js", machine.payload),),
    ),
    "start": Page(
        "Tour", "", "What happens inside a Transformer. Guess first, then look.", (Part("learn/start/tour.js", _tour),)
    ),
    **{
        each.slug: Page(
            each.title,
            "Walk through",
            each.story,
            (Part(f"walk/{each.slug}/{each.slug}.js", makers.chapter(each.slug)),),
            each.look,
        )
        for each in CHAPTERS
    },
    "steps": _page("steps", Part("watch/steps/steps.js", makers.greedy_steps)),
    "search": _page(
        "search", Part("watch/search/search.js", makers.beam_search, known=("size", "alpha", "alignedLayer"))
    ),
    "alignment": _page(
        "alignment",
        Part(
            "watch/alignment/alignment.js",
            lambda model, sentence: alignment.payload(model, resources.loaded(model), sentence),
        ),
    ),
    "bottleneck": _page(
        "bottleneck",
        Part("before/bottleneck/bottleneck.js", lambda _, sentence: hourglass.payload(models.FIXED, sentence)),
        is_french=True,
    ),
    "looking_back": _page(
        "looking_back",
        Part(
            "before/looking_back/looking_back.js",
            lambda _, sentence: matrices.payload(models.SAME_TIME, models.BAHDANAU, sentence),
        ),
        is_french=True,
    ),
    "one_after_another": _page(
        "one_after_another",
        Part(
            "before/one_after_another/one_after_another.js",
            lambda model, sentence: reading.payload(sentence, resources.loaded(model).model.config.encoder_layers),
        ),
        is_french=True,
    ),
    "word_vectors": _page(
        "word_vectors",
        Part(
            "widgets/chart.js",
            makers.chart_of(lambda _: word_map.chart("skip-gram", shipped.OPENING)),
            words=lambda _: word_map.CAPTION,
        ),
        Part(
            "widgets/table.js",
            makers.table_of(lambda model: makers.near_words(model).table(), near.TITLE),
            UNDERSTAND,
            near.TITLE,
            lambda model: f"{makers.near_words(model).caption()} {vector_texts.LANGUAGES}",
        ),
        Part(
            "widgets/table.js",
            makers.table_of(lambda _: shipped.analogies_held(), "How many analogies are right"),
            UNDERSTAND,
            "How many analogies are right",
            lambda _: vector_texts.RIGHT,
        ),
        Part("before/word_vectors/word_vectors.js", makers.steps_of_learning, UNDERSTAND, steps.TITLE),
        Part(
            "widgets/chart.js",
            makers.chart_of(lambda model: senses.chart(makers.in_context(model))),
            UNDERSTAND,
            senses.TITLE,
            lambda model: f"{vector_texts.IN_CONTEXT} {makers.in_context(model).caption()}",
        ),
        Part(
            "widgets/table.js",
            makers.table_of(
                lambda model: makers.in_context(model).nearest(), f"Sentences that use {senses.WORD} most similarly"
            ),
            UNDERSTAND,
            words=lambda _: senses.COMPARED,
        ),
    ),
    "laboratory": _page(
        "laboratory",
        Part("what_if/laboratory/laboratory.js", makers.in_the_laboratory),
        Part(
            "widgets/table.js",
            makers.table_of(makers.costs, laboratory.COSTS),
            title=laboratory.COSTS,
            words=lambda _: laboratory.COSTS_IN,
            is_of=lambda model: bool(laboratory.all_measured(model)),
            is_folded=True,
        ),
    ),
    "head_ablation": _page("head_ablation", Part("what_if/head_ablation/heads.js", heads.payload)),
    "why": _page(
        "why",
        Part("what_if/why/look.js", makers.why_look, "data-at=look"),
        Part("what_if/why/table.js", makers.why_table, UNDERSTAND),
        Part("what_if/why/parts.js", makers.why_parts, PROVE),
    ),
    "patching": _page("patching", Part("what_if/patching/patching.js", makers.patched)),
    "model_card": _page(
        "model_card",
        Part("train/model_card/look.js", makers.card_look, "data-at=look"),
        Part(
            "widgets/table.js",
            makers.table_of(lambda model: makers.listed(makers.model_facts(model)), "Sizes"),
            UNDERSTAND,
        ),
        Part(
            "widgets/chart.js",
            makers.chart_of(lambda model: model_card.parameter_figure(count_parameters(resources.loaded(model).model))),
            UNDERSTAND,
        ),
        Part(
            "widgets/table.js",
            makers.table_of(lambda model: model_card.score_table(makers.card(model)), model_card.SCORES),
            UNDERSTAND,
            model_card.SCORES,
            lambda model: "\n".join(
                [model_card.scores_told(makers.card(model)), *model_card.signatures(makers.card(model))]
            ),
            lambda model: bool(makers.card(model).get("scores")),
        ),
        Part(
            "widgets/chart.js",
            makers.chart_of(lambda model: model_card.calibration_figure(makers.calibration(model))),
            PROVE,
            model_card.CONFIDENCE,
            lambda model: model_card.confidence_told(makers.calibration(model)),
            lambda model: makers.calibration(model) is not None,
        ),
        Part(
            "widgets/table.js",
            makers.table_of(lambda model: model_card.grade_table(makers.calibration(model)), model_card.CONFIDENCE),
            PROVE,
            is_of=lambda model: makers.calibration(model) is not None,
        ),
        Part(
            "widgets/table.js",
            makers.table_of(lambda model: model_card.corpus_table(makers.card(model)), "What it was trained on"),
            PROVE,
            model_card.TRAINING,
            is_of=lambda model: bool(makers.card(model).get("corpora")),
        ),
        Part(
            "widgets/table.js",
            makers.table_of(
                lambda model: makers.listed(model_card.training_facts(makers.card(model))), model_card.TRAINING
            ),
            PROVE,
            words=lambda model: "\n".join(filter(None, model_card.recipe_told(makers.card(model)) or ())),
            is_of=lambda model: bool(model_card.training_facts(makers.card(model))),
        ),
        Part(
            "widgets/table.js",
            makers.table_of(
                lambda model: pd.DataFrame({"Corpus": model_card.licences(makers.card(model))}), model_card.LICENCES_OF
            ),
            PROVE,
            model_card.LICENCES_OF,
            is_of=lambda model: bool(model_card.licences(makers.card(model))),
        ),
        is_fixed=True,
    ),
    "teach": _page(
        "teach",
        Part("learn/teach/teach.js", _lesson),
        story="For teachers of computing, languages or mathematics, upper secondary school and above: a lesson of 90 "
        "or 45 minutes. The installed app adds projector mode, a class that sends you its answers, and a worksheet.",
        is_french=True,
        is_fixed=True,
    ),
    "glossary": _page("glossary", Part("learn/glossary/glossary.js", _glossary), is_fixed=True),
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
