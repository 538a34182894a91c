"""What each picture of the site is sent for a model and a sentence, computed as in the app."""

import importlib
from collections.abc import Callable
from typing import Any

import pandas as pd

from transformer import Greedy, count_parameters
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.errors import GlassformerError
from transformer.model.measurements import load_measurement
from viewer.app import resources, state
from viewer.before.word_vectors import near, senses, shipped, steps
from viewer.notebook.site.parts import Made
from viewer.train.model_card import look as card_summary
from viewer.train.model_card import model_card
from viewer.walk.frame import frame
from viewer.walk.frame.passage import passage_of
from viewer.watch.search import tree
from viewer.watch.steps import branches, player
from viewer.what_if.laboratory import laboratory
from viewer.what_if.patching import maps, pairs
from viewer.what_if.why import answer, asked, look, parts, table
from viewer.widgets import charts, tables
from viewer.widgets.payload import Payload


def chapter(slug: str) -> Callable[[str, str], Made | None]:
    """A chapter of the walk."""

    def make(model: str, sentence: str) -> Made | None:
        passage = passage_of(model, sentence)
        if passage is None:
            return None
        stage = importlib.import_module(f"viewer.walk.{slug}.stage").stage(passage)
        name = stage.constants.name if stage.constants else None
        return Made(frame.payload(slug, passage, stage, name), stage.constants)

    return make


def greedy_steps(model: str, sentence: str) -> Payload:
    """Greedy decoding, step by step, for any sentence that is typed."""
    translator, strategy = resources.loaded(model), Greedy()
    made = player.payload(translator, branches.follow(model, sentence, strategy, "", ()), None)
    return Payload({**made.facts, **player.typing(translator, model, sentence, strategy, ())}, made.tensors)


def beam_search(model: str, sentence: str) -> Payload:
    """The beam search's tree."""
    found = tree.search(model, sentence, resources.DEFAULT_BEAM, resources.DEFAULT_ALPHA)
    return tree.payload(resources.loaded(model), found, load_measurement(model, SearchComparison))


def patched(model: str, sentence: str) -> Payload:
    """The sentence with a pair of its own if it has one, or else a pair that the page offers."""
    other = pairs.offered(model, sentence)
    one, other = (sentence, other) if other else state.PATCHED
    what = next(iter(maps.MAPS))
    found = maps.patches(model, one, other, what)
    cell = maps.read_cell(None, found)
    return maps.payload(resources.loaded(model), found, what, cell, maps.patched(model, one, other, cell))


def _question(model: str, sentence: str) -> int:
    return asked.opening(resources.loaded(model), answer.translated(model, sentence)).step


def why_look(model: str, sentence: str) -> Payload:
    """The first look of “Why this word”."""
    step = _question(model, sentence)
    translation = answer.translated(model, sentence)
    return look.payload(resources.loaded(model), translation, step, look.glance(model, sentence, step))


def why_table(model: str, sentence: str) -> Payload:
    """Its table of methods."""
    return table.payload(answer.answered(model, sentence, _question(model, sentence), None))


def why_parts(model: str, sentence: str) -> Payload:
    """Its sum over the decoder's parts."""
    return parts.payload(resources.loaded(model), answer.answered(model, sentence, _question(model, sentence), None))


def in_the_laboratory(model: str, sentence: str) -> Payload:
    """With the change that the app's page opens with."""
    edit, _ = laboratory.read_edit(None, resources.loaded(model).read(sentence).tokens)
    found = laboratory.worlds(model, sentence, edit.written)
    return laboratory.payload(model, found, laboratory.judgement(model, edit.written))


def near_words(model: str) -> near.Near:
    """The words closest to the one that the page opens with."""
    both = {name: shipped.opened(kind) for kind, name in shipped.NAMES.items()}
    return near.near(both, near.EMBEDDING, resources.loaded(model), shipped.OPENING)


def in_context(model: str) -> senses.InContext:
    """A word that is used in two senses.

    Raises:
        GlassformerError: if the model can't show them.
    """
    found = senses.in_context(model, senses.WORD, senses.FIRST, senses.SECOND)
    if isinstance(found, str):
        raise GlassformerError(found)
    return found


def steps_of_learning(model: str, sentence: str) -> Payload:
    """The sentence's first steps of skip-gram.

    Raises:
        GlassformerError: if it has too few words with vectors.
    """
    made = steps.payload("skip-gram", sentence, steps.RATE)
    if made is None:
        raise GlassformerError(f"No two words of “{sentence}” have vectors.")
    return made


def card_look(model: str, _: str) -> Payload:
    """The model in a few numbers."""
    translator = resources.loaded(model)
    return card_summary.payload(translator, count_parameters(translator.model)["total"])


def chart_of(make: Callable[[str], Any]) -> Callable[[str, str], Payload]:
    """What a chart of a model is sent."""
    return lambda model, _: Payload(charts.sent(make(model)))


def table_of(make: Callable[[str], pd.DataFrame], name: str) -> Callable[[str, str], Payload]:
    """What a table of a model is sent, with the name of its file."""
    return lambda model, _: Payload(tables.sent(make(model), name))


def costs(model: str) -> pd.DataFrame:
    """What the changes in the laboratory cost, as it was measured."""
    rows = [
        {
            name: value if isinstance(value, str) else charts.signed(value, 3 if name.startswith("loss") else 1)
            for name, value in row.items()
            if name != "edit" and value is not None
        }
        for row in laboratory.all_measured(model)
    ]
    return pd.DataFrame(rows)


def card(model: str) -> dict[str, Any]:
    """The model's card."""
    return resources.loaded(model).card


def listed(facts: dict[str, str]) -> pd.DataFrame:
    """Facts as a table."""
    return pd.DataFrame({"What": list(facts), "Value": list(facts.values())})


def model_facts(model: str) -> dict[str, str]:
    """The model's sizes."""
    translator = resources.loaded(model)
    return model_card.facts(translator.model.config, count_parameters(translator.model)["total"])


def calibration(model: str) -> Any:
    """How the model's confidence was calibrated, if it was."""
    return resources.calibration(model)
