"""The questions of a class in words."""

from collections.abc import Sequence

import streamlit as st

from transformer import GlassformerError, shipped_models
from transformer.analysis.cases import list_cases
from viewer.app import resources, shell, state
from viewer.pictures.learn.classroom.store import CASE, TOUR, ClassWork
from viewer.pictures.learn.exercises import sets
from viewer.pictures.learn.exercises.exercise import Exercise
from viewer.pictures.learn.teach.plan import BEAT, TAUGHT_WITH


def model_path(name: str) -> str:
    """What `resources.load_model` opens for a model's name in an address.

    Raises:
        GlassformerError: if this server has no such model.
    """
    if name not in resources.offered_models():
        resources.open_linked(name)
    found = resources.offered_models().get(name)
    if found is None:
        raise GlassformerError(f"The model “{name}” of this class isn’t on this server any more.")
    return found


def exercises_about(lesson: ClassWork, path: str, sentence: str) -> list[Exercise]:
    """The class's exercises for one of its sentences, in the order of their grades.

    Args:
        path: of the class's model.

    Raises:
        GlassformerError: if the model can't be read.
    """
    found = (each for grade in sets.GRADES for each in sets.exercises(path, sentence, grade.title))
    return [each for each in found if each.slug in lesson.exercises]


def all_titles(path: str, sentence: str) -> dict[str, str]:
    """The titles of all exercises by their slugs.

    Args:
        path: of a model. sentence: any.

    Raises:
        GlassformerError: if the model can't be read.
    """
    return {each.slug: each.title for grade in sets.GRADES for each in sets.exercises(path, sentence, grade.title)}


def in_words(question: str, lesson: ClassWork, titles: dict[str, str]) -> tuple[str, str]:
    """What a question is about, a sentence or the tour, and its title."""
    about, _, name = question.partition(".")
    if about in (TOUR, CASE):
        return ("The tour", f"Stop {name}") if about == TOUR else ("The case", f"Vote {name}")
    return (lesson.sentences[int(about)], titles.get(name, name))


def offer_case(model: str, name: str) -> None:
    """Lead to the case that the class votes on: its model's, or the lesson's where that has none."""
    chosen = {state.MODEL: model if model in shipped_models() and list_cases(model) else TAUGHT_WITH}
    # A link's own model would not replace one chosen before; and without a query the address would be cleared.
    if st.button(name, icon=":material/arrow_outward:", on_click=st.session_state.update, args=(chosen,)):
        st.switch_page(shell.link("case"), query_params={BEAT: "1"})


def stops_in_words(stops: Sequence[int]) -> str:
    """Such as: stops 1, 2 and 5."""
    *most, last = map(str, stops)
    return f"stops {', '.join(most)} and {last}" if most else f"stop {last}"
